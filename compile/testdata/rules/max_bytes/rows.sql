SELECT CAST("v" AS VARCHAR) AS "v", CAST("w" AS VARCHAR) AS "w", fails
FROM (VALUES
  ('', '', ''),
  ('abc', 'abc', ''),
  ('éa', 'éa', ''),
  ('abcd', 'abcd', 'v.max_bytes, w.max_bytes'),
  ('😀', '😀', 'v.max_bytes, w.max_bytes'),
  (NULL, NULL, 'w.max_bytes')
) AS rows("v", "w", fails)
