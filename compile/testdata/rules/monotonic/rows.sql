SELECT CAST("p" AS VARCHAR) AS "p", CAST("at" AS TIMESTAMP) AS "at", CAST("v" AS DOUBLE PRECISION) AS "v", fails
FROM (VALUES
  ('a', '2026-01-03', 3, 'falling'),
  ('a', '2026-01-01', 1, ''),
  ('a', '2026-01-02', 1, 'strictly'),
  ('b''?', '2026-01-01', 5, ''),
  ('b''?', '2026-01-02', 3, 'rising, strictly'),
  ('b''?', '2026-01-03', 4, 'falling'),
  ('n', '2026-01-01', 5, 'falling'),
  ('n', '2026-01-02', NULL, ''),
  ('n', '2026-01-03', 4, 'rising, strictly'),
  ('n', NULL, 4, ''),
  ('x', '2026-01-01', CAST('NaN' AS DOUBLE PRECISION), ''),
  ('x', '2026-01-02', 1, 'rising, strictly, falling')
) AS rows("p", "at", "v", fails)
