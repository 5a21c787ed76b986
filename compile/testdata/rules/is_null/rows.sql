SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  (NULL, ''),
  ('', 'v.is_null'),
  ('?', 'v.is_null')
) AS rows("v", fails)
