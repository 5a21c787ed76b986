SELECT CAST("i" AS INTEGER) AS "i", CAST("f" AS DOUBLE PRECISION) AS "f", CAST("m" AS DECIMAL(10,2)) AS "m", CAST("d" AS DATE) AS "d", CAST("s" AS VARCHAR) AS "s", CAST("n" AS DOUBLE PRECISION) AS "n", fails
FROM (VALUES
  (4, 4.5, 4.50, '2024-01-01', 'a', 4, ''),
  (5, 5.5, 5.50, '2024-01-02', 'b?', 4, 'i.max_exclusive, f.max_exclusive, m.max_exclusive, d.max_exclusive, s.max_exclusive'),
  (6, 6.5, 6.50, '2024-01-03', 'é', 4, 'i.max_exclusive, f.max_exclusive, m.max_exclusive, d.max_exclusive, s.max_exclusive'),
  (NULL, NULL, NULL, NULL, NULL, NULL, 'n.max_exclusive'),
  (NULL, CAST('NaN' AS DOUBLE PRECISION), NULL, NULL, NULL, CAST('NaN' AS DOUBLE PRECISION), 'f.max_exclusive, n.max_exclusive'),
  (NULL, CAST('Infinity' AS DOUBLE PRECISION), NULL, NULL, NULL, CAST('-Infinity' AS DOUBLE PRECISION), 'f.max_exclusive'),
  (NULL, CAST('-Infinity' AS DOUBLE PRECISION), NULL, NULL, NULL, CAST('Infinity' AS DOUBLE PRECISION), 'n.max_exclusive')
) AS rows("i", "f", "m", "d", "s", "n", fails)
