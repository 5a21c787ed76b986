SELECT CAST("n" AS INTEGER[][]) AS "n", fails
FROM (VALUES
  ([[1, 2], [1]], ''),
  ([[1, 2], [1, 1]], 'n.inner.unique_items'),
  ([[], [1]], 'n.inner.min_items'),
  ([[1, 2, 3], NULL], 'n.inner.max_items'),
  ([NULL], ''),
  ([], ''),
  (NULL, '')
) AS rows("n", fails)
