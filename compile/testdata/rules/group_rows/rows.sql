SELECT CAST("g" AS VARCHAR) AS "g", CAST("h" AS INTEGER) AS "h", fails
FROM (VALUES
  ('a', 1, ''),
  ('a', 2, ''),
  ('b''"?', 1, 'enough'),
  ('c', 1, 'few'),
  ('c', 1, 'few'),
  ('c', 1, 'few'),
  ('c', NULL, ''),
  (NULL, NULL, 'few'),
  (NULL, NULL, 'few'),
  (NULL, NULL, 'few')
) AS rows("g", "h", fails)
