SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('', ''),
  ('abc', ''),
  ('a b', ''),
  ('a?b', 'v.not_regex'),
  ('it''s', 'v.not_regex'),
  ('a"b', 'v.not_regex'),
  ('`', 'v.not_regex'),
  ('$1', 'v.not_regex'),
  ('a\b', 'v.not_regex'),
  ('a ', 'v.not_regex'),
  ('a' || chr(10), 'v.not_regex'),
  (NULL, 'v.not_regex')
) AS rows("v", fails)
