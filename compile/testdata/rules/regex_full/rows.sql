SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('a', ''),
  ('ab', ''),
  ('aba', 'v.regex'),
  ('ba', 'v.regex'),
  ('', 'v.regex'),
  ('ab' || chr(10), 'v.regex'),
  (NULL, '')
) AS rows("v", fails)
