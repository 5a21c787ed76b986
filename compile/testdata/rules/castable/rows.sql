SELECT CAST("i" AS VARCHAR) AS "i", CAST("m" AS VARCHAR) AS "m", CAST("d" AS VARCHAR) AS "d", CAST("z" AS VARCHAR) AS "z", CAST("f" AS VARCHAR) AS "f", CAST("b" AS VARCHAR) AS "b", CAST("s" AS VARCHAR) AS "s", fails
FROM (VALUES
  ('2147483647', '1.234,50', '31/01/2020', '2020-01-01T00:00:00+01:00', '1e308', 'T', '', ''),
  ('2147483648', '1,234.50', '31/02/2020', ' 2020-01-01', '1e309', 'yes', 'a', 'i.castable, m.castable, d.castable, z.castable, f.castable, b.castable'),
  (' 1 ', '-,5', '2020-01-31', '2020-01-01', 'NaN', '0', '?', ''),
  ('', '', 'N/A', '', ' ', '', ' ', ''),
  ('٣', '1''2', '$1', 'now', '0x1F', '2', chr(10), 'i.castable, m.castable, d.castable, z.castable, f.castable, b.castable'),
  ('1'' OR ''1''=''1', '\', '%d/%m/%Y', 'infinity', '1_0', '😀', '''', 'i.castable, m.castable, d.castable, z.castable, f.castable, b.castable'),
  (NULL, NULL, NULL, NULL, NULL, NULL, NULL, '')
) AS rows("i", "m", "d", "z", "f", "b", "s", fails)
