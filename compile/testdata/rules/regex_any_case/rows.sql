SELECT CAST("v" AS VARCHAR) AS "v", fails
FROM (VALUES
  ('STRAßE', ''),
  ('straße', ''),
  ('KELVIN', ''),
  (chr(8490) || 'elvin', ''),
  ('strasse', 'v.regex'),
  ('', 'v.regex'),
  (NULL, '')
) AS rows("v", fails)
