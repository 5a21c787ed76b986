SELECT CAST("v" AS INTEGER[]) AS "v", fails
FROM (VALUES
  (ARRAY[1, 2], ''),
  (ARRAY[1], 'v.length'),
  (ARRAY[1, 2, NULL], 'v.length, v.max_length'),
  (NULL, '')
) AS rows("v", fails)
