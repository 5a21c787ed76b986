SELECT CAST("s" AS VARCHAR[]) AS "s", CAST("d" AS DATE[]) AS "d", CAST("m" AS DECIMAL(10,2)[]) AS "m", CAST("j" AS VARCHAR[]) AS "j", fails
FROM (VALUES
  (['18', '59'], ['2026-01-01', '2025-12-01'], ['0.05', '-1.10'], ['{"a": 1}'], ''),
  (['18', '19'], ['2026-01-01', '2026-01-02'], ['0.05', '0.06'], ['{"a": 1}', '{"b": 1}'], 's.inner.format, d.inner.resolution, m.inner.multiple_of, j.inner.json_keys'),
  (['18', 'x', ' 18 '], ['2026-02-01', NULL], ['0.05', NULL], ['{"a": 1}', NULL], 's.inner.format, s.inner.castable, s.inner.case, d.inner.not_in_future, m.inner.not_null, j.inner.json_keys'),
  ([NULL], [NULL], ['0'], ['not json'], 'j.inner.json_keys'),
  ([], [], [], [], ''),
  (NULL, NULL, NULL, NULL, '')
) AS rows("s", "d", "m", "j", fails)
