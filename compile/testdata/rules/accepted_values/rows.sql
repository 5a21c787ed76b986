SELECT CAST("v" AS VARCHAR) AS "v", CAST("i" AS INTEGER) AS "i", CAST("d" AS DECIMAL(10,2)) AS "d", CAST("f" AS DOUBLE PRECISION) AS "f", fails
FROM (VALUES
  ('new', 1, 1.50, 1.5, ''),
  ('a?b', 1, 1.50, 1.5, ''),
  ('it''s', 1, 1.50, 1.5, ''),
  ('"x"', 1, 1.50, 1.5, ''),
  ('`y`', 1, 1.50, 1.5, ''),
  ('back\slash', 1, 1.50, 1.5, ''),
  ('😀', 1, 1.50, 1.5, ''),
  ('two' || chr(10) || 'lines', 1, 1.50, 1.5, ''),
  (NULL, NULL, NULL, NULL, ''),
  ('NEW', 3, 1.51, CAST('NaN' AS DOUBLE PRECISION), 'v.accepted_values, i.accepted_values, d.accepted_values, f.accepted_values'),
  ('', 2, -2, CAST('Infinity' AS DOUBLE PRECISION), 'v.accepted_values, f.accepted_values'),
  ('a??b', 1, 1.5, 0.1, 'v.accepted_values')
) AS rows("v", "i", "d", "f", fails)
