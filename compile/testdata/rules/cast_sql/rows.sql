SELECT CAST("d" AS VARCHAR) AS "d", fails
FROM (VALUES
  ('2026-01-02', ''),
  ('it''s ?', 'd.cast, row'),
  (NULL, 'd.sql, row')
) AS rows("d", fails)
