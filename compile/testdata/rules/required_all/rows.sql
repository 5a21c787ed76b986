SELECT CAST("a" AS INTEGER) AS "a", CAST("b" AS VARCHAR) AS "b", CAST("c" AS DATE) AS "c", fails
FROM (VALUES
  (NULL, NULL, NULL, ''),
  (NULL, NULL, '2024-01-01', 'required_all'),
  (NULL, '''?', NULL, 'required_all'),
  (NULL, '''?', '2024-01-01', 'required_all'),
  (1, NULL, NULL, 'required_all'),
  (1, NULL, '2024-01-01', 'required_all'),
  (1, '''?', NULL, 'required_all'),
  (1, '''?', '2024-01-01', ''),
  (0, '', '0001-01-01', '')
) AS rows("a", "b", "c", fails)
