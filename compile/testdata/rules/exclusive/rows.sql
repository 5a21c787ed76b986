SELECT CAST("a" AS INTEGER) AS "a", CAST("b" AS VARCHAR) AS "b", CAST("c" AS DATE) AS "c", fails
FROM (VALUES
  (NULL, NULL, NULL, ''),
  (NULL, NULL, '2024-01-01', ''),
  (NULL, '''?', NULL, ''),
  (NULL, '''?', '2024-01-01', 'exclusive'),
  (1, NULL, NULL, ''),
  (1, NULL, '2024-01-01', 'exclusive'),
  (1, '''?', NULL, 'exclusive'),
  (1, '''?', '2024-01-01', 'exclusive'),
  (0, '', '0001-01-01', 'exclusive')
) AS rows("a", "b", "c", fails)
