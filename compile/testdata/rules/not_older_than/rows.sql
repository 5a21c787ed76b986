SELECT CAST("d" AS DATE) AS "d", CAST("t" AS TIMESTAMP) AS "t", CAST("z" AS TIMESTAMPTZ) AS "z", CAST("y" AS DATE) AS "y", fails
FROM (VALUES
  ('2025-12-03', '2026-01-02 01:34:05', '2025-12-19 03:04:05+00', '2008-01-02', ''),
  ('2025-12-02', '2026-01-02 01:34:04.999999', '2025-12-19 03:04:04+00', '2008-01-01', 'd.not_older_than, t.not_older_than, z.not_older_than, y.not_older_than'),
  ('2026-01-03', '2026-01-02 13:00:00', '2030-01-01 00:00:00+00', '2026-01-02', ''),
  ('-infinity', '-infinity', '-infinity', '-infinity', 'd.not_older_than, t.not_older_than, z.not_older_than, y.not_older_than'),
  (NULL, NULL, NULL, NULL, 'y.not_older_than')
) AS rows("d", "t", "z", "y", fails)
