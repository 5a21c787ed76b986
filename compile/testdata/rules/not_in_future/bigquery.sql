-- d.not_in_future: not after the run's start
batch.`d` IS NOT NULL AND batch.`d` > DATE(DATETIME(batch.`_sqlgate_started_at`, 'UTC'));
-- e.not_in_future: at most 21h after the run's start
batch.`e` IS NOT NULL AND batch.`e` > DATE(DATETIME(TIMESTAMP_ADD(batch.`_sqlgate_started_at`, INTERVAL 21 HOUR), 'UTC'));
-- t.not_in_future: not after the run's start
batch.`t` IS NOT NULL AND batch.`t` > DATETIME(batch.`_sqlgate_started_at`, 'UTC');
-- z.not_in_future: at most 5m after the run's start
batch.`z` IS NULL OR batch.`z` > TIMESTAMP_ADD(batch.`_sqlgate_started_at`, INTERVAL 5 MINUTE);
