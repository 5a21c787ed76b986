SELECT CAST("a" AS INTEGER) AS "a", CAST("s" AS VARCHAR) AS "s", fails
FROM (VALUES
  (1, 'x', 'strict_a'),
  (3, '?', 's.sql'),
  (NULL, NULL, ''),
  (2, 'x', '')
) AS rows("a", "s", fails)
