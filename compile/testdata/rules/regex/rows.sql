SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('ABC', ''),
  ('ABC1', ''),
  ('', 'v.regex'),
  ('abc', 'v.regex'),
  ('ABCD', 'v.regex'),
  ('ABC' || chr(10), 'v.regex'),
  ('ABC?', 'v.regex'),
  ('ABC٣', 'v.regex'),
  (NULL, '')
) AS rows("v", fails)
