SELECT CAST("a" AS VARCHAR) AS "a", CAST("b" AS VARCHAR) AS "b", CAST("c" AS VARCHAR) AS "c", fails
FROM (VALUES
  ('a@b.co', '10.0.0.1', 'DE', ''),
  ('a@b', '10.0.0.256', 'de', 'a.format, b.format, c.format'),
  ('', '', '', 'a.format, b.format, c.format'),
  ('''; --', '\', '?', 'a.format, b.format, c.format'),
  (NULL, NULL, NULL, 'b.format')
) AS rows("a", "b", "c", fails)
