SELECT CAST("k" AS VARCHAR) AS "k", CAST("at" AS TIMESTAMP) AS "at", CAST("v" AS INTEGER) AS "v", fails
FROM (VALUES
  ('a', '2026-01-01 00:00:00', 1, 'last, any_case, last_valid'),
  ('a', '2026-01-03 00:00:00', 2, 'any_row, first'),
  ('a', '2026-01-02 00:00:00', 3, 'any_row, first, last, any_case, last_valid'),
  ('b', NULL, 1, 'last, any_case, last_valid'),
  ('b', '2026-01-01 00:00:00', 1, 'any_row, first'),
  ('c', '2026-01-01 00:00:00', 2, 'first, last, any_case, last_valid'),
  ('c', '2026-01-01 00:00:00', 1, 'any_row'),
  ('d', '2026-01-01 00:00:00', 5, 'last, any_case'),
  ('d', '2026-01-02 00:00:00', 100, 'v.max, any_row, first, any_case'),
  ('D', '2026-01-03 00:00:00', 5, ''),
  ('e', '2026-01-01 00:00:00', 5, ''),
  (NULL, '2026-01-01 00:00:00', 5, ''),
  (NULL, '2026-01-01 00:00:00', 5, '')
) AS rows("k", "at", "v", fails)
