SELECT CAST("i" AS VARCHAR) AS "i", CAST("m" AS VARCHAR) AS "m", CAST("d" AS VARCHAR) AS "d", CAST("t" AS VARCHAR) AS "t", CAST("b" AS VARCHAR) AS "b", CAST("s" AS VARCHAR) AS "s", fails
FROM (VALUES
  ('11', '1.234,50', '31/12/2025', '2025-12-31T23:59:59+01:00', 'TRUE', 'text', ''),
  (' +12 ', 'n/a', '2025-02-28', '2026-01-02 03:04:05', '0', '-', ''),
  ('13', '0,01', '29/02/2025', '2026-01-02 03:04:06', 'f', 'longer', 'd.cast, t.not_in_future, s.max_length'),
  ('1.5', '-1', NULL, NULL, NULL, NULL, 'i.cast, m.positive'),
  ('2147483648', '1.23,4', '', '', '', '', 'i.cast, m.cast'),
  (NULL, '0,5', NULL, 'now', ' t', NULL, 'i.not_null, t.cast, b.cast'),
  ('', '2', NULL, NULL, 'yes', 'it''s ?', 'i.not_null, b.cast, s.max_length'),
  ('-1', '12345,67', NULL, '2025-12-31 24:00:00', NULL, 'NULL', 'i.min, m.cast, t.cast'),
  ('9', '0,5', NULL, NULL, NULL, NULL, 'together, once'),
  ('09', '1', NULL, NULL, NULL, NULL, 'together, once'),
  ('٣', '$1', '@p', '"', '\', '😀', 'i.cast, m.cast, d.cast, t.cast, b.cast')
) AS rows("i", "m", "d", "t", "b", "s", fails)
