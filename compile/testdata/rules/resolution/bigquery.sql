-- q.resolution: aligned to 15m
batch.`q` IS NOT NULL AND (NOT CASE WHEN batch.`q` IS NOT NULL THEN TRUE END OR batch.`q` <> DATETIME_TRUNC(batch.`q`, MINUTE) OR (MOD(((EXTRACT(HOUR FROM batch.`q`) * 60) + EXTRACT(MINUTE FROM batch.`q`)), 15)) <> 0);
-- s.resolution: aligned to 1s
batch.`s` IS NOT NULL AND (NOT CASE WHEN batch.`s` IS NOT NULL THEN TRUE END OR batch.`s` <> DATETIME_TRUNC(batch.`s`, SECOND));
-- z.resolution: aligned to 6h
batch.`z` IS NOT NULL AND (NOT CASE WHEN batch.`z` IS NOT NULL THEN TRUE END OR batch.`z` <> TIMESTAMP_TRUNC(batch.`z`, HOUR, 'UTC') OR (MOD(EXTRACT(HOUR FROM DATETIME(batch.`z`, 'UTC')), 6)) <> 0);
-- d.resolution: aligned to 1d
batch.`d` IS NOT NULL AND (NOT CASE WHEN batch.`d` IS NOT NULL THEN TRUE END OR batch.`d` <> DATETIME_TRUNC(batch.`d`, DAY));
-- w.resolution: aligned to 1w
batch.`w` IS NOT NULL AND (NOT CASE WHEN batch.`w` IS NOT NULL THEN TRUE END OR (MOD(EXTRACT(DAYOFWEEK FROM DATETIME(batch.`w`)) + 5, 7) + 1) <> 1);
-- m.resolution: aligned to 1mo
batch.`m` IS NOT NULL AND (NOT CASE WHEN batch.`m` IS NOT NULL THEN TRUE END OR EXTRACT(DAY FROM DATETIME(batch.`m`)) <> 1);
-- r.resolution: aligned to 3mo
batch.`r` IS NULL OR NOT CASE WHEN batch.`r` IS NOT NULL THEN TRUE END OR EXTRACT(DAY FROM DATETIME(batch.`r`)) <> 1 OR (MOD((EXTRACT(MONTH FROM DATETIME(batch.`r`)) - 1), 3)) <> 0;
-- y.resolution: aligned to 1y
batch.`y` IS NOT NULL AND (NOT CASE WHEN batch.`y` IS NOT NULL THEN TRUE END OR batch.`y` <> TIMESTAMP_TRUNC(batch.`y`, YEAR, 'UTC'));
-- t.resolution: aligned to 45s
batch.`t` IS NOT NULL AND (NOT CASE WHEN batch.`t` IS NOT NULL THEN TRUE END OR batch.`t` <> DATETIME_TRUNC(batch.`t`, SECOND) OR (MOD(((((EXTRACT(HOUR FROM batch.`t`) * 60) + EXTRACT(MINUTE FROM batch.`t`)) * 60) + EXTRACT(SECOND FROM batch.`t`)), 45)) <> 0);
