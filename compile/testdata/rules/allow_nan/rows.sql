SELECT CAST("f" AS DOUBLE PRECISION) AS "f", CAST("r" AS REAL) AS "r", fails
FROM (VALUES
  (1, 1, ''),
  (NULL, NULL, 'r.allow_nan'),
  (CAST('NaN' AS DOUBLE PRECISION), CAST('NaN' AS DOUBLE PRECISION), 'f.allow_nan, r.allow_nan'),
  (CAST('Infinity' AS DOUBLE PRECISION), CAST('-Infinity' AS DOUBLE PRECISION), '')
) AS rows("f", "r", fails)
