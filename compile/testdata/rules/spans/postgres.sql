-- month: d >= CAST(now() - INTERVAL '1' MONTH AS DATE)
(batch."d" >= CAST(((((batch."_sqlgate_started_at" AT TIME ZONE 'UTC') + make_interval(months => -1)) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS date)) IS FALSE;
-- days: d >= CAST(now() - INTERVAL '30' DAY AS DATE)
(batch."d" >= CAST(((((batch."_sqlgate_started_at" AT TIME ZONE 'UTC') + make_interval(days => -30)) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS date)) IS FALSE;
-- hours: d >= CAST(now() - INTERVAL '720' HOUR AS DATE)
(batch."d" >= CAST(((((batch."_sqlgate_started_at" AT TIME ZONE 'UTC') + make_interval(hours => -720)) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS date)) IS FALSE;
-- days_first: t >= TIMESTAMP '2026-01-02 03:04:05' - INTERVAL '30' DAY
(batch."t" >= (TIMESTAMP '2026-01-02 03:04:05' + make_interval(days => -30))) IS FALSE;
-- month_last: t >= TIMESTAMP '2026-01-02 03:04:05' - INTERVAL '1' MONTH
(batch."t" >= (TIMESTAMP '2026-01-02 03:04:05' + make_interval(months => -1))) IS FALSE;
