SELECT CAST("d" AS DATE) AS "d", CAST("e" AS DATE) AS "e", CAST("t" AS TIMESTAMP) AS "t", CAST("z" AS TIMESTAMPTZ) AS "z", fails
FROM (VALUES
  ('2026-01-02', '2026-01-01', '2025-12-02 03:04:05', '2026-01-02 03:04:05+00', ''),
  ('2026-01-01', '2025-12-31', '2025-12-02 03:04:04.999999', '2026-01-02 03:04:04.999999+00', 'd.not_in_past, e.not_in_past, t.not_in_past, z.not_in_past'),
  ('9999-12-31', 'infinity', 'infinity', 'infinity', ''),
  ('-infinity', '-infinity', '-infinity', '-infinity', 'd.not_in_past, e.not_in_past, t.not_in_past, z.not_in_past'),
  (NULL, NULL, NULL, NULL, 'z.not_in_past')
) AS rows("d", "e", "t", "z", fails)
