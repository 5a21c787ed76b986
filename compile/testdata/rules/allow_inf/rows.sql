SELECT CAST("f" AS DOUBLE PRECISION) AS "f", CAST("r" AS REAL) AS "r", fails
FROM (VALUES
  (1, 1, ''),
  (NULL, NULL, 'r.allow_inf'),
  (CAST('NaN' AS DOUBLE PRECISION), CAST('NaN' AS DOUBLE PRECISION), ''),
  (CAST('Infinity' AS DOUBLE PRECISION), CAST('-Infinity' AS DOUBLE PRECISION), 'f.allow_inf, r.allow_inf'),
  (CAST('-Infinity' AS DOUBLE PRECISION), CAST('Infinity' AS DOUBLE PRECISION), 'f.allow_inf, r.allow_inf')
) AS rows("f", "r", fails)
