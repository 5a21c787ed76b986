SELECT CAST("v" AS VARCHAR) AS "v", CAST("w" AS VARCHAR) AS "w", fails
FROM (VALUES
  ('abc', 'abc', ''),
  ('é?😀', 'é?😀', ''),
  ('', '', 'v.length, w.length'),
  ('ab', 'ab', 'v.length, w.length'),
  ('abcd', 'abcd', 'v.length, w.length'),
  (NULL, NULL, 'w.length')
) AS rows("v", "w", fails)
