SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('low', ''),
  ('mid?', 'v.accepted_values'),
  ('gone', 'v.enum, v.accepted_values'),
  ('LOW', 'v.enum, v.accepted_values, v.regex'),
  (NULL, '')
) AS rows("v", fails)
