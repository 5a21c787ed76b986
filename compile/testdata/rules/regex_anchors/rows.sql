SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('ab', ''),
  ('b', 'begins'),
  ('', 'begins, empty'),
  ('a$', 'empty'),
  (NULL, '')
) AS rows("v", fails)
