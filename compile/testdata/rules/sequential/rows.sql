SELECT CAST("i" AS BIGINT) AS "i", CAST("d" AS DATE) AS "d", CAST("m" AS DECIMAL(10,2)) AS "m", CAST("p" AS VARCHAR) AS "p", fails
FROM (VALUES
  (2, '2026-02-28', 1.5, 'a', ''),
  (1, '2026-01-31', 1.0, 'a', ''),
  (3, '2026-03-28', 2.0, 'a', ''),
  (1, '2026-01-01', 1.0, 'b''?', ''),
  (3, '2026-03-01', 1.75, 'b''?', 'numbers, months, halves'),
  (3, '2026-04-01', 2.25, 'b''?', 'numbers'),
  (5, '2026-05-01', NULL, 'b''?', 'numbers'),
  (NULL, NULL, NULL, 'b''?', ''),
  (7, '2026-01-01', 1, NULL, ''),
  (8, '2026-01-01', 1, NULL, 'months, halves')
) AS rows("i", "d", "m", "p", fails)
