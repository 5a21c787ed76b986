SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('a cats', ''),
  ('cat_1', ''),
  ('cat', 'v.regex'),
  ('concats', 'v.regex'),
  ('cat s', 'v.regex'),
  ('écat', 'v.regex'),
  (NULL, '')
) AS rows("v", fails)
