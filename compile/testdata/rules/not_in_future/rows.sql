SELECT CAST("d" AS DATE) AS "d", CAST("e" AS DATE) AS "e", CAST("t" AS TIMESTAMP) AS "t", CAST("z" AS TIMESTAMPTZ) AS "z", fails
FROM (VALUES
  ('2026-01-02', '2026-01-03', '2026-01-02 03:04:05', '2026-01-02 03:09:05+00', ''),
  ('2026-01-03', '2026-01-04', '2026-01-02 03:04:05.000001', '2026-01-02 03:09:05.000001+00', 'd.not_in_future, e.not_in_future, t.not_in_future, z.not_in_future'),
  ('2026-01-01', '2026-01-01', '2026-01-02 03:04:04.999999', '2026-01-02 05:09:05+02', ''),
  ('0001-01-01', '0001-01-01', '0001-01-01', '0001-01-01 00:00:00+00', ''),
  ('9999-12-31', '9999-12-31', '9999-12-31', '9999-12-31 00:00:00+00', 'd.not_in_future, e.not_in_future, t.not_in_future, z.not_in_future'),
  ('infinity', 'infinity', 'infinity', 'infinity', 'd.not_in_future, e.not_in_future, t.not_in_future, z.not_in_future'),
  ('-infinity', '-infinity', '-infinity', '-infinity', ''),
  (NULL, NULL, NULL, NULL, 'z.not_in_future')
) AS rows("d", "e", "t", "z", fails)
