SELECT CAST("a" AS INTEGER) AS "a", CAST("b" AS VARCHAR) AS "b", fails
FROM (VALUES
  (1, 'a', ''),
  (NULL, NULL, '')
) AS rows("a", "b", fails)
