-- d.not_in_past: not before the run's start
batch.`d` IS NOT NULL AND batch.`d` < DATE(DATETIME(batch.`_sqlgate_started_at`, 'UTC'));
-- e.not_in_past: at most 1d before the run's start
batch.`e` IS NOT NULL AND batch.`e` < DATE(DATETIME(TIMESTAMP(DATETIME_ADD(DATETIME(batch.`_sqlgate_started_at`, 'UTC'), INTERVAL -1 DAY), 'UTC'), 'UTC'));
-- t.not_in_past: at most 1mo before the run's start
batch.`t` IS NOT NULL AND batch.`t` < DATETIME(TIMESTAMP(DATETIME_ADD(DATETIME(batch.`_sqlgate_started_at`, 'UTC'), INTERVAL -1 MONTH), 'UTC'), 'UTC');
-- z.not_in_past: not before the run's start
batch.`z` IS NULL OR batch.`z` < batch.`_sqlgate_started_at`;
