-- gate daily on bigquery
-- strategy copy: the source has no row locator, so the batch is read once into a temporary table

-- copy the batch
CREATE TEMP TABLE `_sqlgate_batch` AS SELECT GENERATE_UUID() AS `_sqlgate_row`, src.* FROM (SELECT day, n FROM raw.daily
) AS src;

-- stage failing rows
CREATE TEMP TABLE `_sqlgate_stage` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`day` AS `day`,
    src.`n` AS `n`,
    src.`day` AS `_sqlgate_src_1`,
    src.`n` AS `_sqlgate_src_2` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `daily`)
 SELECT batch.`_sqlgate_row`, CASE WHEN batch.`day` IS NULL THEN 1 ELSE 0 END
    + CASE WHEN batch.`day` IS NOT NULL AND batch.`day` < DATE '2020-01-01' THEN 2 ELSE 0 END
    + CASE WHEN batch.`_sqlgate_raw_3` THEN 4 ELSE 0 END AS `_sqlgate_failed_1`, batch.`_sqlgate_src_1`, batch.`_sqlgate_src_2` FROM 
(SELECT batch.*,
    (n < 10 OR EXISTS (SELECT 1 FROM target)) IS FALSE AS `_sqlgate_raw_3` FROM batch) AS batch WHERE 
  batch.`day` IS NULL
  OR batch.`day` < DATE '2020-01-01'
  OR batch.`_sqlgate_raw_3`;

-- count rows per set of failed rules
CREATE TEMP TABLE `_sqlgate_sets` AS SELECT sets.`_sqlgate_failed_1`, n, ARRAY(SELECT p FROM UNNEST(ARRAY<INT64>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 1, NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 2, NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 3, NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed`, ARRAY(SELECT p FROM UNNEST(ARRAY<STRING>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 'day.not_null', NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 'day.min', NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 'known', NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed_rules` FROM (SELECT `_sqlgate_failed_1`, count(*) AS n FROM `_sqlgate_stage` GROUP BY `_sqlgate_failed_1`) AS sets;

-- count the batch and read its checks
SELECT count(*) FROM `_sqlgate_batch` AS src;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, pos FROM `_sqlgate_sets` CROSS JOIN UNNEST(`_sqlgate_failed`) AS pos) AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM `_sqlgate_sets` AS sets;

-- count rejected rows per set of rules
SELECT sets.`_sqlgate_failed`, n FROM `_sqlgate_sets` AS sets WHERE TRUE ORDER BY n DESC, sets.`_sqlgate_failed_1` LIMIT 100;

-- mark rejected rows that this run makes obsolete
UPDATE `bad_days` AS src SET `_sqlgate_resolution` = 'superseded', `_sqlgate_resolved_run_id` = CAST(@p1 AS STRING) WHERE src.`_sqlgate_resolution` IS NULL;

-- empty the target
TRUNCATE TABLE `daily`;

-- write passed rows
INSERT INTO `daily` (`day`,`n`) SELECT src.`day`, src.`n` FROM `_sqlgate_batch` AS src WHERE NOT EXISTS (SELECT 1 FROM `_sqlgate_stage` AS stage WHERE stage.`_sqlgate_row` = src.`_sqlgate_row`);

-- write rejected rows
INSERT INTO `bad_days` (`day`,`n`,`_sqlgate_run_id`,`_sqlgate_batch_id`,`_sqlgate_partition`,`_sqlgate_rejected_at`,`_sqlgate_failed_rules`,`_sqlgate_attempts`,`rule__day__not_null`,`rule__day__min`,`rule__known`) SELECT stage.`_sqlgate_src_1`, stage.`_sqlgate_src_2`, CAST(@p1 AS STRING), CAST(@p2 AS STRING), CAST(@p3 AS STRING), CAST(@p4 AS TIMESTAMP), sets.`_sqlgate_failed_rules`, 0, CASE WHEN (stage.`_sqlgate_failed_1` & 1) <> 0 THEN 'invalid' ELSE 'valid' END, CASE WHEN (stage.`_sqlgate_failed_1` & 2) <> 0 THEN 'invalid' ELSE 'valid' END, CASE WHEN (stage.`_sqlgate_failed_1` & 4) <> 0 THEN 'invalid' ELSE 'valid' END FROM `_sqlgate_stage` AS stage JOIN `_sqlgate_sets` AS sets ON stage.`_sqlgate_failed_1` = sets.`_sqlgate_failed_1`;
