-- arithmetic: n * 2 + 1 > amount - 0.5
(((CAST(batch."n" AS BIGINT) * 2) + 1) > (batch."amount" - 0.5)) IS FALSE;
-- division: 10 / n > 1
(((CAST('10' AS DOUBLE) / NULLIF(CAST(batch."n" AS DOUBLE), 0)) > CAST('1' AS DOUBLE) AND NOT isnan((CAST('10' AS DOUBLE) / NULLIF(CAST(batch."n" AS DOUBLE), 0))))) IS FALSE;
-- remainder: n % 2 = 0
((CAST(batch."n" AS BIGINT) % 2) = 0) IS FALSE;
-- mixed: f >= amount
(CASE WHEN batch."f" IS NOT NULL AND CAST(batch."amount" AS DOUBLE) IS NOT NULL THEN batch."f" >= CAST(batch."amount" AS DOUBLE) AND NOT isnan(batch."f") END) IS FALSE;
-- fraction: n < 2.5
(batch."n" < 2.5) IS FALSE;
-- rounding: round(amount, 1) = amount
(round(CAST(batch."amount" AS DECIMAL(11,2)), 1) = batch."amount") IS FALSE;
-- greatest: greatest(n, f) < 5
(CASE WHEN CAST(batch."n" AS DOUBLE) IS NOT NULL AND batch."f" IS NOT NULL THEN greatest(CAST(batch."n" AS DOUBLE), batch."f") END < CAST('5' AS DOUBLE)) IS FALSE;
-- texts: starts_with(s, 'a') OR s || '!' = 'b!' OR matches(s, '^\d+$')
(starts_with(batch."s", 'a') OR (batch."s" || '!') = 'b!' OR regexp_matches(batch."s", '^\d+$')) IS FALSE;
-- sub: substring(s, 2, 1) <> '%'
(substring(batch."s", 2, 1) <> '%') IS FALSE;
-- dates: d + INTERVAL '1' MONTH <= today()
(CAST((to_months(1) + batch."d") AS DATE) <= CAST((batch."_sqlgate_started_at" AT TIME ZONE 'UTC') AS DATE)) IS FALSE;
-- parts: year(d) = 2020 AND dow(ts) <= 5
(year(batch."d") = 2020 AND isodow(batch."ts") <= 5) IS FALSE;
-- between_dates: date_diff('day', d, CAST(ts AS date)) BETWEEN 0 AND 7
(date_diff('day', batch."d", CAST(batch."ts" AS DATE)) >= 0 AND date_diff('day', batch."d", CAST(batch."ts" AS DATE)) <= 7) IS FALSE;
-- choice: CASE WHEN n > 1 THEN amount ELSE 0 END >= 0
(CASE WHEN batch."n" > 1 THEN batch."amount" ELSE 0 END >= 0) IS FALSE;
-- defaults: coalesce(n, 0) <> 0
NOT ((coalesce(batch."n", 0) <> 0) IS TRUE);
-- null_is_a_value: n IS DISTINCT FROM 7
(batch."n" IS DISTINCT FROM 7) IS FALSE;
