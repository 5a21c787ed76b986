SELECT CAST("i" AS INTEGER) AS "i", CAST("f" AS DOUBLE PRECISION) AS "f", CAST("m" AS DECIMAL(10,2)) AS "m", CAST("d" AS DATE) AS "d", CAST("s" AS VARCHAR) AS "s", CAST("n" AS DOUBLE PRECISION) AS "n", fails
FROM (VALUES
  (4, 4.5, 4.50, '2024-01-01', 'a', 4, ''),
  (5, 5.5, 5.50, '2024-01-02', 'b?', 4, ''),
  (6, 6.5, 6.50, '2024-01-03', 'é', 4, 'i.max, f.max, m.max, d.max, s.max'),
  (NULL, NULL, NULL, NULL, NULL, NULL, 'n.max'),
  (NULL, CAST('NaN' AS DOUBLE PRECISION), NULL, NULL, NULL, CAST('NaN' AS DOUBLE PRECISION), 'f.max, n.max'),
  (NULL, CAST('Infinity' AS DOUBLE PRECISION), NULL, NULL, NULL, CAST('-Infinity' AS DOUBLE PRECISION), 'f.max'),
  (NULL, CAST('-Infinity' AS DOUBLE PRECISION), NULL, NULL, NULL, CAST('Infinity' AS DOUBLE PRECISION), 'n.max')
) AS rows("i", "f", "m", "d", "s", "n", fails)
