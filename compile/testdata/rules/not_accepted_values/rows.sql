SELECT CAST("v" AS VARCHAR) AS "v", CAST("f" AS DOUBLE PRECISION) AS "f", fails
FROM (VALUES
  ('a', 1, ''),
  (NULL, NULL, 'f.not_accepted_values'),
  ('?', 0, 'v.not_accepted_values, f.not_accepted_values'),
  ('X', -0.0, 'v.not_accepted_values, f.not_accepted_values'),
  ('', CAST('NaN' AS DOUBLE PRECISION), '')
) AS rows("v", "f", fails)
