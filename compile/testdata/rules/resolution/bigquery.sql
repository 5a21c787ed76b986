-- q.resolution: aligned to 15m
batch.`q` IS NOT NULL AND (NOT CASE WHEN batch.`q` IS NOT NULL THEN TRUE END OR batch.`q` <> DATETIME_TRUNC(batch.`q`, MINUTE) OR (MOD(((CAST(EXTRACT(HOUR FROM batch.`q`) AS INT64) * 60) + CAST(EXTRACT(MINUTE FROM batch.`q`) AS INT64)), NULLIF(15, 0))) <> 0);
-- s.resolution: aligned to 1s
batch.`s` IS NOT NULL AND (NOT CASE WHEN batch.`s` IS NOT NULL THEN TRUE END OR batch.`s` <> DATETIME_TRUNC(batch.`s`, SECOND));
-- z.resolution: aligned to 6h
batch.`z` IS NOT NULL AND (NOT CASE WHEN batch.`z` IS NOT NULL THEN TRUE END OR batch.`z` <> TIMESTAMP_TRUNC(batch.`z`, HOUR, 'UTC') OR (MOD(CAST(EXTRACT(HOUR FROM DATETIME(batch.`z`, 'UTC')) AS INT64), NULLIF(6, 0))) <> 0);
-- d.resolution: aligned to 1d
batch.`d` IS NOT NULL AND (NOT CASE WHEN batch.`d` IS NOT NULL THEN TRUE END OR batch.`d` <> DATETIME_TRUNC(batch.`d`, DAY));
-- w.resolution: aligned to 1w
batch.`w` IS NOT NULL AND (NOT CASE WHEN batch.`w` IS NOT NULL THEN TRUE END OR batch.`w` <> DATE_TRUNC(batch.`w`, ISOWEEK));
-- m.resolution: aligned to 1mo
batch.`m` IS NOT NULL AND (NOT CASE WHEN batch.`m` IS NOT NULL THEN TRUE END OR batch.`m` <> DATE_TRUNC(batch.`m`, MONTH));
-- r.resolution: aligned to 3mo
batch.`r` IS NULL OR NOT CASE WHEN batch.`r` IS NOT NULL THEN TRUE END OR batch.`r` <> DATE_TRUNC(batch.`r`, MONTH) OR (MOD((CAST(EXTRACT(MONTH FROM DATETIME(batch.`r`)) AS INT64) - 1), NULLIF(3, 0))) <> 0;
-- y.resolution: aligned to 1y
batch.`y` IS NOT NULL AND (NOT CASE WHEN batch.`y` IS NOT NULL THEN TRUE END OR batch.`y` <> TIMESTAMP_TRUNC(batch.`y`, YEAR, 'UTC'));
-- t.resolution: aligned to 45s
batch.`t` IS NOT NULL AND (NOT CASE WHEN batch.`t` IS NOT NULL THEN TRUE END OR batch.`t` <> DATETIME_TRUNC(batch.`t`, SECOND) OR (MOD(((((CAST(EXTRACT(HOUR FROM batch.`t`) AS INT64) * 60) + CAST(EXTRACT(MINUTE FROM batch.`t`) AS INT64)) * 60) + CAST(EXTRACT(SECOND FROM batch.`t`) AS INT64)), NULLIF(45, 0))) <> 0);
