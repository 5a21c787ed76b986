SELECT CAST("i" AS INTEGER) AS "i", CAST("f" AS DOUBLE PRECISION) AS "f", CAST("m" AS DECIMAL(10,2)) AS "m", fails
FROM (VALUES
  (1, 1, 1, ''),
  (-1, -1, -1, 'i.non_negative, f.non_negative, m.non_negative'),
  (0, 0, 0, ''),
  (0, -0.0, 0.00, ''),
  (NULL, NULL, NULL, 'm.non_negative'),
  (1, CAST('NaN' AS DOUBLE PRECISION), 1, 'f.non_negative'),
  (1, CAST('Infinity' AS DOUBLE PRECISION), 1, ''),
  (1, CAST('-Infinity' AS DOUBLE PRECISION), 1, 'f.non_negative')
) AS rows("i", "f", "m", fails)
