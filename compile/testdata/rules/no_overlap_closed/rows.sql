SELECT CAST("a" AS DATE) AS "a", CAST("b" AS DATE) AS "b", fails
FROM (VALUES
  ('2026-01-01', '2026-01-05', ''),
  ('2026-01-06', '2026-01-06', ''),
  ('2026-01-07', '2026-01-10', 'closed, seamless'),
  ('2026-01-10', '2026-01-12', 'closed, seamless'),
  ('2026-01-14', '2026-01-15', 'seamless'),
  ('2026-01-15', '2026-01-14', 'closed, seamless')
) AS rows("a", "b", fails)
