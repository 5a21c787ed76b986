-- d.not_older_than: not older than 30d at the run's start
batch."d" IS NOT NULL AND batch."d" < CAST(((((batch."_sqlgate_started_at" AT TIME ZONE 'UTC') + to_days(-30)) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS DATE);
-- t.not_older_than: not older than 90m at the run's start
batch."t" IS NOT NULL AND batch."t" < ((((batch."_sqlgate_started_at" AT TIME ZONE 'UTC') + to_minutes(-90)) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC');
-- z.not_older_than: not older than 2w at the run's start
batch."z" IS NOT NULL AND batch."z" < (((batch."_sqlgate_started_at" AT TIME ZONE 'UTC') + to_days(-14)) AT TIME ZONE 'UTC');
-- y.not_older_than: not older than 18y at the run's start
batch."y" IS NULL OR batch."y" < CAST((((to_months(-216) + (batch."_sqlgate_started_at" AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS DATE);
