SELECT CAST(tags AS VARCHAR[]) AS tags, CAST(nested AS INTEGER[][]) AS nested, CAST(amounts AS DOUBLE[]) AS amounts, fails
FROM (VALUES
  (ARRAY['ab', 'AB'], ARRAY[ARRAY[1], ARRAY[2, 3]], ARRAY['1.5'], 'letters'),
  (ARRAY['ab', ''], ARRAY[ARRAY[1], ARRAY[]], ARRAY['-1'], 'nested.inner.not_empty'),
  (ARRAY['it''s'], ARRAY[ARRAY[0, 1], ARRAY[1]], ARRAY['NaN'], 'tags.inner.max_length, nested.inner.inner.min, amounts.inner.max, amounts.inner.finite'),
  (ARRAY['ab', NULL], ARRAY[NULL, ARRAY[NULL]], ARRAY[NULL, 'Infinity'], 'tags.inner.not_null, letters, amounts.inner.max, amounts.inner.finite'),
  (ARRAY['é😀'], ARRAY[], ARRAY[], 'letters'),
  (ARRAY['x'], NULL, NULL, 'known'),
  (ARRAY[], NULL, NULL, ''),
  (NULL, NULL, NULL, '')
) AS rows(tags, nested, amounts, fails)
