SELECT CAST("v" AS VARCHAR) AS "v", CAST("w" AS INTEGER) AS "w", CAST("x" AS VARCHAR) AS "x", fails
FROM (VALUES
  ('a', 0, 'a', ''),
  (NULL, NULL, NULL, 'x.not_missing'),
  ('', -999, '?', 'v.not_missing, w.not_missing, x.not_missing'),
  ('N/A', -1, 'it''s', 'v.not_missing, w.not_missing, x.not_missing'),
  (' N/A', -2, '??', '')
) AS rows("v", "w", "x", fails)
