SELECT CAST("v" AS VARCHAR) AS "v", CAST("w" AS VARCHAR) AS "w", fails
FROM (VALUES
  ('?', '?', ''),
  ('?? $1 @p', '?? $1 @p', ''),
  ('it''s "quoted" `back` \', 'it''s "quoted" `back` \', ''),
  ('😀', '😀', ''),
  (NULL, NULL, 'w.not_empty'),
  ('', '', 'v.not_empty, w.not_empty'),
  (' ', ' ', 'v.not_empty'),
  (chr(9) || chr(10) || chr(11) || chr(12) || chr(13) || ' ', ' a ', 'v.not_empty'),
  (' a ', chr(9), ''),
  (chr(160), chr(160), ''),
  (chr(1), chr(1), ''),
  (chr(9) || 'é', 'é', '')
) AS rows("v", "w", fails)
