SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('', ''),
  ('it', ''),
  ('it''s\', 'v.not_like'),
  ('x it''s\ y', 'v.not_like'),
  (NULL, 'v.not_like')
) AS rows("v", fails)
