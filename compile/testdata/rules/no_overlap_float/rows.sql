SELECT CAST("p" AS VARCHAR) AS "p", CAST("a" AS DOUBLE PRECISION) AS "a", CAST("b" AS DOUBLE PRECISION) AS "b", fails
FROM (VALUES
  ('NaN', CAST('NaN' AS DOUBLE PRECISION), CAST(5 AS DOUBLE PRECISION), 'free, closed'),
  ('NaN', 1, CAST('NaN' AS DOUBLE PRECISION), 'free, closed'),
  ('NaN', NULL, CAST('NaN' AS DOUBLE PRECISION), 'free, closed'),
  ('NaN', CAST('NaN' AS DOUBLE PRECISION), NULL, 'free, closed'),
  ('NaN', 2, 3, ''),
  ('NaN', CAST('-Infinity' AS DOUBLE PRECISION), 0, ''),
  ('infinite', 1, CAST('Infinity' AS DOUBLE PRECISION), 'free, closed'),
  ('infinite', 7, NULL, 'free, closed'),
  ('zero', -1, -0.0, 'closed'),
  ('zero', 0.0, 1, 'closed'),
  ('it''s ?', NULL, NULL, '')
) AS rows("p", "a", "b", fails)
