-- d.not_older_than: not older than 30d at the run's start
batch.`d` IS NOT NULL AND batch.`d` < DATE(DATETIME(TIMESTAMP(DATETIME_ADD(DATETIME(batch.`_sqlgate_started_at`, 'UTC'), INTERVAL -30 DAY), 'UTC'), 'UTC'));
-- t.not_older_than: not older than 90m at the run's start
batch.`t` IS NOT NULL AND batch.`t` < DATETIME(TIMESTAMP_ADD(batch.`_sqlgate_started_at`, INTERVAL -90 MINUTE), 'UTC');
-- z.not_older_than: not older than 2w at the run's start
batch.`z` IS NOT NULL AND batch.`z` < TIMESTAMP(DATETIME_ADD(DATETIME(batch.`_sqlgate_started_at`, 'UTC'), INTERVAL -14 DAY), 'UTC');
-- y.not_older_than: not older than 18y at the run's start
batch.`y` IS NULL OR batch.`y` < DATE(DATETIME(TIMESTAMP(DATETIME_ADD(DATETIME(batch.`_sqlgate_started_at`, 'UTC'), INTERVAL -216 MONTH), 'UTC'), 'UTC'));
