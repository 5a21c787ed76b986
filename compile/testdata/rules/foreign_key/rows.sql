SELECT CAST("code" AS VARCHAR) AS "code", CAST("n" AS INTEGER) AS "n", fails
FROM (VALUES
  ('LAX', 4, ''),
  ('JFK', 4, 'open_only'),
  ('lax', 4, 'code.foreign_key, pair, full_pair, open_only'),
  ('LAX', 5, 'pair, full_pair'),
  ('it''s ?', 1, ''),
  ('', 13, 'code.foreign_key, pair, full_pair, open_only, banned'),
  ('LAX', NULL, 'full_pair'),
  (NULL, 13, 'full_pair, banned'),
  (NULL, NULL, '')
) AS rows("code", "n", fails)
