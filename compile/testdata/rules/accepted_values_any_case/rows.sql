SELECT CAST("v" AS VARCHAR) AS "v", CAST("w" AS VARCHAR) AS "w", fails
FROM (VALUES
  ('new', 'NEW', ''),
  ('été', 'ÉTÉ', ''),
  ('old', NULL, 'v.accepted_values, w.accepted_values'),
  (NULL, 'New ', 'w.accepted_values')
) AS rows("v", "w", fails)
