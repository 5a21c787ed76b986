SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('a-]α', ''),
  ('1??Ω', ''),
  ('a\^!α', ''),
  ('a-α', 'v.regex'),
  ('_--α', 'v.regex'),
  ('a--a', 'v.regex'),
  ('', 'v.regex'),
  (NULL, '')
) AS rows("v", fails)
