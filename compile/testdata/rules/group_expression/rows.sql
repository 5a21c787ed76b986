SELECT CAST("g" AS VARCHAR) AS "g", CAST("v" AS DECIMAL(10,2)) AS "v", CAST("total" AS DECIMAL(12,2)) AS "total", fails
FROM (VALUES
  ('a', 1.10, 3.30, ''),
  ('a', 2.20, 3.30, ''),
  ('b', 1.10, 3.31, 'sums'),
  ('b', 2.20, NULL, 'sums'),
  ('n', NULL, 1, ''),
  ('it''s ?', 5, 5, 'named'),
  (NULL, 1, 2, 'sums'),
  (NULL, 0, 0, 'sums')
) AS rows("g", "v", "total", fails)
