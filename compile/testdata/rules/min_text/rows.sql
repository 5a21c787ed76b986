SELECT CAST("s" AS VARCHAR) AS "s", CAST("t" AS TIMESTAMP) AS "t", CAST("z" AS TIMESTAMP WITH TIME ZONE) AS "z", fails
FROM (VALUES
  ('a', '2024-01-02 03:04:05.5', '2024-01-02 01:04:05+00', ''),
  ('Y', '2024-01-02 03:04:05.499999', '2024-01-02 01:04:04.999999+00', 's.min, t.min, z.min'),
  ('é', '9999-01-01', '9999-01-01 00:00:00+00', ''),
  ('Ä', NULL, NULL, ''),
  ('😀', NULL, NULL, ''),
  ('', NULL, NULL, 's.min')
) AS rows("s", "t", "z", fails)
