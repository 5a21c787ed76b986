SELECT CAST("v" AS INTEGER[]) AS "v", CAST("s" AS VARCHAR[]) AS "s", CAST("f" AS DOUBLE[]) AS "f", fails
FROM (VALUES
  (ARRAY[1, 2], ARRAY['a', 'A', 'a ', '?', '''', '\', '😀'], ARRAY[1, CAST('NaN' AS DOUBLE)], ''),
  (ARRAY[1, 2, 1], ARRAY['a', 'b', 'a'], ARRAY[CAST('NaN' AS DOUBLE), 1, CAST('NaN' AS DOUBLE)], 'v.unique_items, s.unique_items, f.unique_items'),
  (ARRAY[1, NULL], ARRAY[NULL, 'NULL'], ARRAY[CAST('Infinity' AS DOUBLE), CAST('-Infinity' AS DOUBLE), CAST('NaN' AS DOUBLE), NULL], ''),
  (ARRAY[1, NULL, NULL], ARRAY[NULL, 'a', NULL], ARRAY[0.0, -CAST(0.0 AS DOUBLE)], 'v.unique_items, s.unique_items, f.unique_items'),
  (CAST([] AS INTEGER[]), CAST([] AS VARCHAR[]), CAST([] AS DOUBLE[]), ''),
  (ARRAY[NULL], ARRAY[''], ARRAY[NULL], ''),
  (NULL, NULL, NULL, 's.unique_items')
) AS rows("v", "s", "f", fails)
