SELECT CAST("i" AS INTEGER) AS "i", CAST("f" AS DOUBLE PRECISION) AS "f", CAST("m" AS DECIMAL(10,2)) AS "m", fails
FROM (VALUES
  (-1, -1, -1, ''),
  (1, 1, 1, 'i.negative, f.negative, m.negative'),
  (0, 0, 0, 'i.negative, f.negative, m.negative'),
  (0, -0.0, 0.00, 'i.negative, f.negative, m.negative'),
  (NULL, NULL, NULL, 'm.negative'),
  (-1, CAST('NaN' AS DOUBLE PRECISION), -1, 'f.negative'),
  (-1, CAST('Infinity' AS DOUBLE PRECISION), -1, 'f.negative'),
  (-1, CAST('-Infinity' AS DOUBLE PRECISION), -1, '')
) AS rows("i", "f", "m", fails)
