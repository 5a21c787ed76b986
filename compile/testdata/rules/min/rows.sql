SELECT CAST("i" AS INTEGER) AS "i", CAST("f" AS DOUBLE PRECISION) AS "f", CAST("m" AS DECIMAL(10,2)) AS "m", CAST("d" AS DATE) AS "d", CAST("s" AS VARCHAR) AS "s", CAST("n" AS DOUBLE PRECISION) AS "n", fails
FROM (VALUES
  (4, 4.5, 4.50, '2024-01-01', 'a', 6, 'i.min, f.min, m.min, d.min, s.min'),
  (5, 5.5, 5.50, '2024-01-02', 'b?', 6, ''),
  (6, 6.5, 6.50, '2024-01-03', 'é', 6, ''),
  (NULL, NULL, NULL, NULL, NULL, NULL, 'n.min'),
  (NULL, CAST('NaN' AS DOUBLE PRECISION), NULL, NULL, NULL, CAST('NaN' AS DOUBLE PRECISION), 'f.min, n.min'),
  (NULL, CAST('Infinity' AS DOUBLE PRECISION), NULL, NULL, NULL, CAST('-Infinity' AS DOUBLE PRECISION), 'n.min'),
  (NULL, CAST('-Infinity' AS DOUBLE PRECISION), NULL, NULL, NULL, CAST('Infinity' AS DOUBLE PRECISION), 'f.min')
) AS rows("i", "f", "m", "d", "s", "n", fails)
