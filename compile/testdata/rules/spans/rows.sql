SELECT CAST("d" AS DATE) AS "d", CAST("t" AS TIMESTAMP) AS "t", fails
FROM (VALUES
  ('2025-12-03', '2025-12-03 03:04:05', ''),
  ('2025-12-02', '2025-12-02 03:04:05', 'days, hours, days_first'),
  ('2025-12-01', '2025-12-02 03:04:04', 'month, days, hours, days_first, month_last'),
  (NULL, NULL, '')
) AS rows("d", "t", fails)
