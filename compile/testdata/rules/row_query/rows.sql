SELECT CAST("k" AS VARCHAR) AS "k", CAST("v" AS INTEGER) AS "v", fails
FROM (VALUES
  ('a', 4, 'sums'),
  ('a', 7, 'sums'),
  ('b', 9, ''),
  ('it''s ?', 1, 'named'),
  ('it''s ?', 2, ''),
  (NULL, 11, 'sums'),
  ('c', NULL, '')
) AS rows("k", "v", fails)
