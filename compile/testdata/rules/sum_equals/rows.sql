SELECT CAST("a" AS DECIMAL(10,2)) AS "a", CAST("b" AS DECIMAL(38,2)) AS "b", CAST("i" AS BIGINT) AS "i", CAST("j" AS BIGINT) AS "j", CAST("x" AS DOUBLE) AS "x", CAST("y" AS DOUBLE) AS "y", CAST("t" AS DECIMAL(12,3)) AS "t", fails
FROM (VALUES
  ('1.10', '2.20', '40', '60', '0.1', '0.2', '3.300', ''),
  ('1.10', '2.21', '40', '61', '0.1', '0.2', '3.300', 'exact, hundred'),
  ('1.10', '2.23', '40', '59', '0.1', '0.3', '3.300', 'exact, near, hundred, float'),
  ('-1.10', '-2.20', '-9223372036854775807', '9223372036854775807', '-1', '1.3', '-3.300', 'hundred, strict'),
  ('99999999.99', '0.01', '9223372036854775807', '9223372036854775807', '1e308', '1e-300', '100000000.000', 'hundred, float, strict'),
  ('0', '3.299', '50', '50', 'NaN', '0.3', '3.300', 'float'),
  ('0', '3.31', '150', '-50', 'Infinity', '-Infinity', '3.300', 'exact, float'),
  ('0', '3.31', '150', '-50', 'Infinity', '1', '3.300', 'exact, float'),
  (NULL, '1', '1', NULL, NULL, '1', '1', 'strict'),
  ('1', '2', '1', '99', '0.15', '0.15', NULL, '')
) AS rows("a", "b", "i", "j", "x", "y", "t", fails)
