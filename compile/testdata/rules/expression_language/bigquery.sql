-- arithmetic: n * 2 + 1 > amount - 0.5
(((batch.`n` * 2) + 1) > (batch.`amount` - NUMERIC '0.5')) IS FALSE;
-- division: 10 / n > 1
((CAST('10' AS FLOAT64) / NULLIF(CAST(batch.`n` AS FLOAT64), 0)) > CAST('1' AS FLOAT64)) IS FALSE;
-- remainder: n % 2 = 0
((MOD(batch.`n`, 2)) = 0) IS FALSE;
-- mixed: f >= amount
(batch.`f` >= CAST(batch.`amount` AS FLOAT64)) IS FALSE;
-- fraction: n < 2.5
(batch.`n` < NUMERIC '2.5') IS FALSE;
-- rounding: round(amount, 1) = amount
(ROUND(batch.`amount`, 1) = batch.`amount`) IS FALSE;
-- greatest: greatest(n, f) < 5
(GREATEST(CAST(batch.`n` AS FLOAT64), batch.`f`) < CAST('5' AS FLOAT64)) IS FALSE;
-- texts: starts_with(s, 'a') OR s || '!' = 'b!' OR matches(s, '^\d+$')
(STARTS_WITH(batch.`s`, 'a') OR (batch.`s` || '!') = 'b!' OR REGEXP_CONTAINS(batch.`s`, '^\\d+$')) IS FALSE;
-- sub: substring(s, 2, 1) <> '%'
(SUBSTR(batch.`s`, 2, 1) <> '%') IS FALSE;
-- dates: d + INTERVAL '1' MONTH <= today()
(DATE_ADD(batch.`d`, INTERVAL 1 MONTH) <= DATE(DATETIME(batch.`_sqlgate_started_at`, 'UTC'))) IS FALSE;
-- parts: year(d) = 2020 AND dow(ts) <= 5
(EXTRACT(YEAR FROM DATETIME(batch.`d`)) = 2020 AND (MOD(EXTRACT(DAYOFWEEK FROM batch.`ts`) + 5, 7) + 1) <= 5) IS FALSE;
-- between_dates: date_diff('day', d, CAST(ts AS date)) BETWEEN 0 AND 7
(DATE_DIFF(DATE(batch.`ts`), batch.`d`, DAY) >= 0 AND DATE_DIFF(DATE(batch.`ts`), batch.`d`, DAY) <= 7) IS FALSE;
-- choice: CASE WHEN n > 1 THEN amount ELSE 0 END >= 0
(CASE WHEN batch.`n` > 1 THEN batch.`amount` ELSE NUMERIC '0' END >= NUMERIC '0') IS FALSE;
-- defaults: coalesce(n, 0) <> 0
NOT ((COALESCE(batch.`n`, 0) <> 0) IS TRUE);
-- null_is_a_value: n IS DISTINCT FROM 7
(batch.`n` IS DISTINCT FROM 7) IS FALSE;
