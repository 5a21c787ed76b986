SELECT CAST("a" AS INTEGER) AS "a", CAST("b" AS VARCHAR) AS "b", CAST("f" AS DOUBLE PRECISION) AS "f", CAST("d" AS DECIMAL(10,2)) AS "d", fails
FROM (VALUES
  (1, 'a', 1.5, 1, 'b.unique, pair'),
  (2, 'A', -1.5, 1, 'b.unique'),
  (3, 'a', 2, 1.00, 'a.unique, b.unique, pair'),
  (3, 'it''s "?" $1 @p', 0.0, 2, 'a.unique'),
  (-2147483648, 'é', CAST('NaN' AS DOUBLE PRECISION), 3, 'f.unique'),
  (2147483647, 'e', CAST('NaN' AS DOUBLE PRECISION), 4, 'f.unique'),
  (4, '', CAST('Infinity' AS DOUBLE PRECISION), 5, ''),
  (5, ' ', CAST('-Infinity' AS DOUBLE PRECISION), 6, ''),
  (NULL, NULL, NULL, NULL, ''),
  (NULL, NULL, NULL, NULL, ''),
  (6, NULL, 7, 1, ''),
  (7, NULL, 8, 1, '')
) AS rows("a", "b", "f", "d", fails)
