SELECT CAST("a" AS INTEGER) AS "a", CAST("b" AS INTEGER) AS "b", CAST("x" AS DOUBLE PRECISION) AS "x", CAST("y" AS DOUBLE PRECISION) AS "y", CAST("s" AS VARCHAR) AS "s", CAST("t" AS VARCHAR) AS "t", fails
FROM (VALUES
  (1, 2, 1, 2, 'a', 'é', 'eq, gt_i, ge_f, eq_f'),
  (2, 1, 2, 1, 'é', 'a', 'eq, lt_s, le_f, eq_f'),
  (1, 1, 1, 1, '?', '?', 'gt_i, lt_s, ne_f'),
  (NULL, 1, NULL, CAST('NaN' AS DOUBLE PRECISION), NULL, 'a', 'strict'),
  (1, NULL, CAST('NaN' AS DOUBLE PRECISION), NULL, 'a', NULL, ''),
  (1, 1, CAST('NaN' AS DOUBLE PRECISION), CAST('NaN' AS DOUBLE PRECISION), 'Z', 'a', 'gt_i, le_f, ge_f, eq_f'),
  (1, 1, CAST('NaN' AS DOUBLE PRECISION), 1, 'a', 'Z', 'gt_i, lt_s, le_f, ge_f, eq_f'),
  (2, 1, 1, CAST('NaN' AS DOUBLE PRECISION), 'a', 'b', 'eq, le_f, ge_f, eq_f'),
  (1, 2, CAST('Infinity' AS DOUBLE PRECISION), CAST('-Infinity' AS DOUBLE PRECISION), 'a', 'b', 'eq, gt_i, le_f, eq_f')
) AS rows("a", "b", "x", "y", "s", "t", fails)
