-- d.not_in_past: not before the run's start
batch."d" IS NOT NULL AND batch."d" < CAST((batch."_sqlgate_started_at" AT TIME ZONE 'UTC') AS DATE);
-- e.not_in_past: at most 1d before the run's start
batch."e" IS NOT NULL AND batch."e" < CAST(((((batch."_sqlgate_started_at" AT TIME ZONE 'UTC') + to_days(-1)) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS DATE);
-- t.not_in_past: at most 1mo before the run's start
batch."t" IS NOT NULL AND batch."t" < (((to_months(-1) + (batch."_sqlgate_started_at" AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC');
-- z.not_in_past: not before the run's start
batch."z" IS NULL OR batch."z" < batch."_sqlgate_started_at";
