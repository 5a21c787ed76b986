SELECT CAST("q" AS TIMESTAMP) AS "q", CAST("s" AS TIMESTAMP) AS "s", CAST("z" AS TIMESTAMPTZ) AS "z", CAST("d" AS TIMESTAMP) AS "d", CAST("w" AS DATE) AS "w", CAST("m" AS DATE) AS "m", CAST("r" AS DATE) AS "r", CAST("y" AS TIMESTAMPTZ) AS "y", CAST("t" AS TIMESTAMP) AS "t", fails
FROM (VALUES
  ('2024-01-01 00:00:00', '2024-01-01 00:00:00', '2024-01-01 00:00:00', '2024-01-01 00:00:00', '2024-01-01', '2024-01-01', '2024-01-01', '2024-01-01 00:00:00+00', '2024-01-01 00:00:00', ''),
  ('2024-06-15 13:45:00', '2024-06-15 13:45:59', '2024-06-15 18:00:00+00', '2024-06-15', '2024-06-17', '2024-06-01', '2024-07-01', '2023-12-31 23:00:00-01', '2024-06-15 00:03:45', ''),
  ('2024-06-15 13:46:00', '2024-06-15 13:45:59.000001', '2024-06-15 13:00:00+00', '2024-06-15 00:00:00.000001', '2024-06-16', '2024-06-02', '2024-06-01', '2024-01-01 00:00:00+01', '2024-06-15 00:03:46', 'q.resolution, s.resolution, z.resolution, d.resolution, w.resolution, m.resolution, r.resolution, y.resolution, t.resolution'),
  ('2024-06-15 13:45:01', '1969-12-31 23:59:59.5', '2024-06-15 18:00:00.5+00', '1969-12-31 12:00', '1969-12-30', '1969-12-02', '1969-12-31', '1969-07-01 00:00:00+00', '2024-06-15 23:59:14', 'q.resolution, s.resolution, z.resolution, d.resolution, w.resolution, m.resolution, r.resolution, y.resolution, t.resolution'),
  ('1969-12-31 23:45', '1969-12-31 23:59:59', '1969-12-31 18:00:00+00', '1969-12-31', '1969-12-29', '1969-12-01', '1969-10-01', '1969-01-01 00:00:00+00', '2024-06-15 23:59:15', ''),
  ('infinity', '-infinity', 'infinity', 'infinity', 'infinity', '-infinity', 'infinity', '-infinity', 'infinity', 'q.resolution, s.resolution, z.resolution, d.resolution, w.resolution, m.resolution, r.resolution, y.resolution, t.resolution'),
  (NULL, NULL, NULL, NULL, '5874896-03-02', '5874896-03-01', '5874896-04-01', NULL, NULL, 'w.resolution'),
  (NULL, NULL, NULL, NULL, NULL, '5874896-03-02', '5874896-03-01', NULL, NULL, 'm.resolution, r.resolution'),
  (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'r.resolution')
) AS rows("q", "s", "z", "d", "w", "m", "r", "y", "t", fails)
