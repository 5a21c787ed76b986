SELECT CAST(n AS INTEGER) AS n, CAST(s AS VARCHAR) AS s, fails
FROM (VALUES
  (1, 'a', 'n.min'),
  (7, 'a', 'n.min, n.unique'),
  (7, 'a', 'n.min, n.unique'),
  (7, 'b', 'nested, raw'),
  (11, 'a', ''),
  (7, NULL, ''),
  (NULL, 'b', 'n.not_null'),
  (NULL, 'a', 'n.not_null'),
  (NULL, NULL, '')
) AS rows(n, s, fails)
