SELECT CAST("a" AS INTEGER) AS "a", CAST("b" AS VARCHAR) AS "b", fails
FROM (VALUES
  (1, '?', ''),
  (NULL, 'a', 'key'),
  (1, NULL, 'key'),
  (NULL, NULL, 'key')
) AS rows("a", "b", fails)
