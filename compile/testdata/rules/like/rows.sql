SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('a?%x', ''),
  ('a?%xyz', ''),
  ('a?%😀', ''),
  ('a?%' || chr(10), ''),
  ('a?%', 'v.like'),
  ('a?bx', 'v.like'),
  ('', 'v.like'),
  ('A?%x', 'v.like'),
  (NULL, '')
) AS rows("v", fails)
