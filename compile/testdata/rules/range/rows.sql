SELECT CAST("b" AS DOUBLE PRECISION) AS "b", CAST("l" AS INTEGER) AS "l", CAST("r" AS INTEGER) AS "r", CAST("n" AS DOUBLE PRECISION) AS "n", CAST("x" AS DOUBLE PRECISION) AS "x", fails
FROM (VALUES
  (0, 0, 0, 0, 0, 'r.range, n.range, x.range'),
  (10, 10, 10, 10, 10, 'l.range, n.range, x.range'),
  (5, 5, 5, 5, 5, 'x.range'),
  (-1, -1, -1, -1, -1, 'b.range, l.range, r.range, n.range'),
  (11, 11, 11, 11, 11, 'b.range, l.range, r.range, n.range'),
  (NULL, NULL, NULL, NULL, NULL, 'n.range'),
  (CAST('NaN' AS DOUBLE PRECISION), NULL, NULL, CAST('NaN' AS DOUBLE PRECISION), CAST('NaN' AS DOUBLE PRECISION), 'b.range, n.range'),
  (CAST('Infinity' AS DOUBLE PRECISION), NULL, NULL, CAST('Infinity' AS DOUBLE PRECISION), CAST('Infinity' AS DOUBLE PRECISION), 'b.range, n.range'),
  (CAST('-Infinity' AS DOUBLE PRECISION), NULL, NULL, CAST('-Infinity' AS DOUBLE PRECISION), CAST('-Infinity' AS DOUBLE PRECISION), 'b.range, n.range')
) AS rows("b", "l", "r", "n", "x", fails)
