SELECT CAST("i" AS INTEGER) AS "i", CAST("f" AS DOUBLE PRECISION) AS "f", CAST("m" AS DECIMAL(10,2)) AS "m", fails
FROM (VALUES
  (1, 1, 1, ''),
  (-1, -1, -1, 'i.positive, f.positive, m.positive'),
  (0, 0, 0, 'i.positive, f.positive, m.positive'),
  (0, -0.0, 0.00, 'i.positive, f.positive, m.positive'),
  (NULL, NULL, NULL, 'm.positive'),
  (1, CAST('NaN' AS DOUBLE PRECISION), 1, 'f.positive'),
  (1, CAST('Infinity' AS DOUBLE PRECISION), 1, ''),
  (1, CAST('-Infinity' AS DOUBLE PRECISION), 1, 'f.positive')
) AS rows("i", "f", "m", fails)
