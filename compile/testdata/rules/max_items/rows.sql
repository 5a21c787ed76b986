SELECT CAST("v" AS INTEGER[]) AS "v", CAST("s" AS VARCHAR[]) AS "s", fails
FROM (VALUES
  (ARRAY[1, 2], [], ''),
  (ARRAY[1, 2, 3], ARRAY['?'], 'v.max_items, s.max_items'),
  (ARRAY[NULL, NULL, NULL], ARRAY[NULL], 'v.max_items, s.max_items'),
  ([], [], ''),
  (NULL, NULL, 's.max_items')
) AS rows("v", "s", fails)
