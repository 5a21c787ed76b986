-- arithmetic: n * 2 + 1 > amount - 0.5
(((CAST(batch."n" AS bigint) * 2) + 1) > (batch."amount" - CAST(0.5 AS numeric))) IS FALSE;
-- division: 10 / n > 1
(((CAST('10' AS double precision) / NULLIF(CAST(batch."n" AS double precision), 0)) > CAST('1' AS double precision) AND NOT ((CAST('10' AS double precision) / NULLIF(CAST(batch."n" AS double precision), 0)) = CAST('NaN' AS double precision)))) IS FALSE;
-- remainder: n % 2 = 0
((CAST(batch."n" AS bigint) % 2) = 0) IS FALSE;
-- mixed: f >= amount
(CASE WHEN batch."f" IS NOT NULL AND CAST(batch."amount" AS double precision) IS NOT NULL THEN batch."f" >= CAST(batch."amount" AS double precision) AND NOT (batch."f" = CAST('NaN' AS double precision)) END) IS FALSE;
-- fraction: n < 2.5
(batch."n" < 2.5) IS FALSE;
-- rounding: round(amount, 1) = amount
(CASE WHEN round(batch."amount", 1) IS NOT NULL AND batch."amount" IS NOT NULL THEN round(batch."amount", 1) = batch."amount" AND NOT (round(batch."amount", 1) = CAST('NaN' AS numeric)) END) IS FALSE;
-- greatest: greatest(n, f) < 5
(CASE WHEN CAST(batch."n" AS double precision) IS NOT NULL AND batch."f" IS NOT NULL THEN greatest(CAST(batch."n" AS double precision), batch."f") END < CAST('5' AS double precision)) IS FALSE;
-- texts: starts_with(s, 'a') OR s || '!' = 'b!' OR matches(s, '^\d+$')
(starts_with(batch."s" COLLATE "C", 'a') OR (batch."s" || '!') = 'b!' OR batch."s" COLLATE "C" ~ '\A[0-9]+\Z') IS FALSE;
-- sub: substring(s, 2, 1) <> '%'
(substring(batch."s", CAST(2 AS integer), CAST(1 AS integer)) <> '%') IS FALSE;
-- dates: d + INTERVAL '1' MONTH <= today()
(CAST((batch."d" + make_interval(months => 1)) AS DATE) <= CAST((batch."_sqlgate_started_at" AT TIME ZONE 'UTC') AS date)) IS FALSE;
-- parts: year(d) = 2020 AND dow(ts) <= 5
(CASE WHEN isfinite(batch."d") THEN CAST((extract(year FROM batch."d") + CASE WHEN batch."d" < '0001-01-01' THEN 1 ELSE 0 END) AS bigint) END = 2020 AND CASE WHEN isfinite(batch."ts") THEN CAST(extract(isodow FROM batch."ts") AS bigint) END <= 5) IS FALSE;
-- between_dates: date_diff('day', d, CAST(ts AS date)) BETWEEN 0 AND 7
(CASE WHEN isfinite(batch."d") AND isfinite(CAST(batch."ts" AS date)) THEN CAST(CAST(CAST(batch."ts" AS date) AS date) - CAST(batch."d" AS date) AS bigint) END >= 0 AND CASE WHEN isfinite(batch."d") AND isfinite(CAST(batch."ts" AS date)) THEN CAST(CAST(CAST(batch."ts" AS date) AS date) - CAST(batch."d" AS date) AS bigint) END <= 7) IS FALSE;
-- choice: CASE WHEN n > 1 THEN amount ELSE 0 END >= 0
((CASE WHEN batch."n" > 1 THEN batch."amount" ELSE 0 END >= 0 AND NOT (CASE WHEN batch."n" > 1 THEN batch."amount" ELSE 0 END = CAST('NaN' AS numeric)))) IS FALSE;
-- defaults: coalesce(n, 0) <> 0
NOT ((coalesce(batch."n", 0) <> 0) IS TRUE);
-- null_is_a_value: n IS DISTINCT FROM 7
(batch."n" IS DISTINCT FROM 7) IS FALSE;
