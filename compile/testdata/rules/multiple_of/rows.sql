SELECT CAST("i" AS INTEGER) AS "i", CAST("d" AS DECIMAL(10,2)) AS "d", CAST("w" AS DECIMAL(38,2)) AS "w", CAST("h" AS HUGEINT) AS "h", CAST("u" AS UBIGINT) AS "u", CAST("n" AS BIGINT) AS "n", fails
FROM (VALUES
  ('0', '0', '0', '0', '0', '0', ''),
  ('5', '0.05', '999999999999999999999999999999999999.95', '99999999999999999999999999999999999990', '18446744073709551614', '9223372036854775806', ''),
  ('-5', '-0.05', '-999999999999999999999999999999999999.95', '-99999999999999999999999999999999999990', '7', '-9223372036854775806', ''),
  ('6', '0.06', '999999999999999999999999999999999999.99', '99999999999999999999999999999999999999', '18446744073709551615', '9223372036854775807', 'i.multiple_of, d.multiple_of, w.multiple_of, h.multiple_of, u.multiple_of, n.multiple_of'),
  ('-4', '-0.01', '-0.01', '-99999999999999999999999999999999999998', '8', '-9223372036854775808', 'i.multiple_of, d.multiple_of, w.multiple_of, h.multiple_of, u.multiple_of, n.multiple_of'),
  ('2147483645', '99999999.95', '0.15', '10', '14', '3', ''),
  ('2147483647', '99999999.99', '0.30', '1', '1', '2', 'i.multiple_of, d.multiple_of, h.multiple_of, u.multiple_of, n.multiple_of'),
  (NULL, NULL, NULL, NULL, NULL, NULL, 'n.multiple_of')
) AS rows("i", "d", "w", "h", "u", "n", fails)
