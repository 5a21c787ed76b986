SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('low', ''),
  ('mid?', 'v.accepted_values'),
  (NULL, '')
) AS rows("v", fails)
