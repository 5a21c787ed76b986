SELECT CAST("v" AS VARCHAR) AS "v", CAST("a ?? b $1" AS INTEGER) AS "a ?? b $1", fails
FROM (VALUES
  ('?', 1, ''),
  (NULL, 1, 'v.not_null'),
  ('', NULL, 'a ?? b $1.not_null'),
  (NULL, NULL, 'v.not_null, a ?? b $1.not_null')
) AS rows("v", "a ?? b $1", fails)
