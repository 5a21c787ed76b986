SELECT CAST("v" AS INTEGER[]) AS "v", CAST("s" AS VARCHAR[]) AS "s", fails
FROM (VALUES
  (ARRAY[1, 2], ARRAY['?'], ''),
  (ARRAY[1], [], 'v.min_items, s.min_items'),
  (ARRAY[NULL, NULL], ARRAY[NULL], ''),
  ([], ARRAY['a', ''''], 'v.min_items'),
  (NULL, NULL, 's.min_items')
) AS rows("v", "s", fails)
