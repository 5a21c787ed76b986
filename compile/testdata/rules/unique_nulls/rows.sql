SELECT CAST("a" AS BIGINT) AS "a", CAST("b" AS VARCHAR) AS "b", fails
FROM (VALUES
  (0, 'x', ''),
  (1, 'x', 'a.unique, every, equal, whole'),
  (1, 'x', 'a.unique, every, equal, whole'),
  (2, NULL, 'a.unique, equal, whole'),
  (2, NULL, 'a.unique, equal, whole'),
  (NULL, 'y', 'a.unique, equal, whole'),
  (NULL, 'y', 'a.unique, equal, whole'),
  (NULL, 'z', 'a.unique'),
  (NULL, NULL, 'a.unique, equal'),
  (NULL, NULL, 'a.unique, equal'),
  (3, NULL, '')
) AS rows("a", "b", fails)
