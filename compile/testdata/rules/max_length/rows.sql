SELECT CAST("v" AS VARCHAR) AS "v", CAST("w" AS VARCHAR) AS "w", fails
FROM (VALUES
  ('', '', ''),
  ('abc', 'abc', ''),
  ('é?😀', 'é?😀', ''),
  ('abcd', 'abcd', 'v.max_length, w.max_length'),
  ('é' || chr(769) || 'ab', 'é' || chr(769) || 'ab', 'v.max_length, w.max_length'),
  (NULL, NULL, 'w.max_length')
) AS rows("v", "w", fails)
