SELECT CAST("f" AS DOUBLE PRECISION) AS "f", CAST("d" AS DATE) AS "d", CAST("t" AS TIMESTAMP) AS "t", CAST("m" AS DECIMAL(10,2)) AS "m", fails
FROM (VALUES
  (1, '2024-01-01', '2024-01-01', 1, ''),
  (CAST('NaN' AS DOUBLE PRECISION), 'infinity', 'infinity', 1, 'f.finite, d.finite, t.finite'),
  (CAST('Infinity' AS DOUBLE PRECISION), '-infinity', '-infinity', 1, 'f.finite, d.finite, t.finite'),
  (CAST('-Infinity' AS DOUBLE PRECISION), NULL, NULL, NULL, 'f.finite, t.finite'),
  (NULL, NULL, '2024-01-01', NULL, '')
) AS rows("f", "d", "t", "m", fails)
