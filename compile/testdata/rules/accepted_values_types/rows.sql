SELECT CAST("b" AS BOOLEAN) AS "b", CAST("d" AS DATE) AS "d", CAST("u" AS UUID) AS "u", CAST("t" AS TIME) AS "t", CAST("r" AS REAL) AS "r", fails
FROM (VALUES
  (TRUE, '2024-02-29', '00000000-0000-0000-0000-00000000000a', '12:30:00', 0.1, ''),
  (NULL, NULL, NULL, NULL, NULL, ''),
  (FALSE, '2024-03-01', '00000000-0000-0000-0000-00000000000b', '12:30:01', 0.2, 'b.accepted_values, d.accepted_values, u.accepted_values, t.accepted_values, r.accepted_values')
) AS rows("b", "d", "u", "t", "r", fails)
