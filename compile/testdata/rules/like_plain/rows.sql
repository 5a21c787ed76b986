SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('ab', ''),
  ('ab?', ''),
  ('a', 'v.like'),
  ('xab', 'v.like'),
  ('', 'v.like'),
  (NULL, '')
) AS rows("v", fails)
