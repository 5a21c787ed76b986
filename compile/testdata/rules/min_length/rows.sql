SELECT CAST("v" AS VARCHAR) AS "v", CAST("w" AS VARCHAR) AS "w", fails
FROM (VALUES
  ('abc', 'abc', ''),
  ('abcd', 'abcd', ''),
  ('é?😀', 'é?😀', ''),
  ('', '', 'v.min_length, w.min_length'),
  ('ab', 'ab', 'v.min_length, w.min_length'),
  ('😀😀', '😀😀', 'v.min_length, w.min_length'),
  (NULL, NULL, 'w.min_length')
) AS rows("v", "w", fails)
