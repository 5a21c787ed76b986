SELECT CAST("v" AS VARCHAR) AS "v", CAST("w" AS VARCHAR) AS "w", fails
FROM (VALUES
  ('abc', 'abc', ''),
  ('😀', '😀', ''),
  ('', '', 'v.min_bytes, w.min_bytes'),
  ('ab', 'ab', 'v.min_bytes, w.min_bytes'),
  ('é', 'é', 'v.min_bytes, w.min_bytes'),
  (NULL, NULL, 'w.min_bytes')
) AS rows("v", "w", fails)
