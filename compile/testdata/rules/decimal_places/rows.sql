SELECT CAST("d" AS DECIMAL(10,4)) AS "d", CAST("e" AS DECIMAL(10,2)) AS "e", CAST("z" AS DECIMAL(2,2)) AS "z", CAST("w" AS DECIMAL(38,37)) AS "w", CAST("m" AS DECIMAL(38,4)) AS "m", CAST("x" AS DECIMAL(38,38)) AS "x", fails
FROM (VALUES
  ('0', '0', '0', '0', '0', '0', ''),
  ('1.25', '1.25', '0.00', '7', '9999999999999999999999999999999999.999', '0.5', ''),
  ('-1.25', '-0.01', '-0.00', '-7', '-9999999999999999999999999999999999.999', '-0.5', ''),
  ('1.2500', '99999999.99', '0.01', '0.0000000000000000000000000000000000001', '9999999999999999999999999999999999.9999', '0.50000000000000000000000000000000000001', 'z.decimal_places, w.decimal_places, m.decimal_places, x.decimal_places'),
  ('1.251', '1.5', '-0.99', '-9.9999999999999999999999999999999999999', '-0.0001', '-0.05', 'd.decimal_places, z.decimal_places, w.decimal_places, m.decimal_places, x.decimal_places'),
  ('0.0001', '1', '0', '1.5', '1.23', '0.9', 'd.decimal_places, w.decimal_places'),
  ('999999.9999', '1', '0', '9', '1', '0', 'd.decimal_places'),
  (NULL, NULL, NULL, NULL, NULL, NULL, 'm.decimal_places')
) AS rows("d", "e", "z", "w", "m", "x", fails)
