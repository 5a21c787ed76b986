SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('bad', ''),
  ('a' || chr(10) || 'bcd' || chr(10) || 'e', ''),
  ('a bad', 'v.regex'),
  ('b' || chr(10) || 'd', 'v.regex'),
  ('', 'v.regex'),
  (NULL, '')
) AS rows("v", fails)
