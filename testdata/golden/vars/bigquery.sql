-- gate orders on bigquery
-- vars load_id int64, since date, least decimal(10,2), state string, at timestamptz, f float64, b bool, u uuid, t time
-- strategy copy: the source has no row locator, so the batch is read once into a temporary table

-- copy the batch
-- @p1 is :load_id
CREATE TEMP TABLE `_sqlgate_batch` AS SELECT GENERATE_UUID() AS `_sqlgate_row`, src.* FROM `orders_in` AS src WHERE (load_id >= CAST(CAST(@p1 AS STRING) AS INT64) AND note <> ':nope' AND x[1:1] = x[1:1] /* :nope */
);

-- find rows that break set rules
-- @p1 is :load_id
CREATE TEMP TABLE `_sqlgate_returned_4` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`load_id` AS `load_id`,
    src.`amount` AS `amount`,
    src.`day` AS `day`,
    src.`note` AS `note`,
    src.`x` AS `x` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `orders`)
SELECT returned.`id` AS `key_1` FROM (SELECT id FROM batch WHERE load_id = CAST(CAST(@p1 AS STRING) AS INT64) + 5
) AS returned;

-- find rows that break set rules
CREATE TEMP TABLE `_sqlgate_found_4` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`load_id` AS `load_id`,
    src.`amount` AS `amount`,
    src.`day` AS `day`,
    src.`note` AS `note`,
    src.`x` AS `x` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `orders`)
SELECT batch.`_sqlgate_row` FROM batch WHERE batch.`id` IS NOT NULL AND EXISTS (SELECT 1 FROM `_sqlgate_returned_4` AS returned WHERE returned.`key_1` = batch.`id`)
UNION ALL SELECT batch.`_sqlgate_row` FROM batch WHERE NOT (batch.`id` IS NOT NULL) AND EXISTS (SELECT 1 FROM `_sqlgate_returned_4` AS returned WHERE returned.`key_1` IS NOT DISTINCT FROM batch.`id`);

-- stage failing rows
-- @p1 is :least, @p2 is :since, @p3 is :load_id, @p4 is :state, @p5 is :b, @p6 is :f, @p7 is :at
CREATE TEMP TABLE `_sqlgate_stage` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`load_id` AS `load_id`,
    src.`amount` AS `amount`,
    src.`day` AS `day`,
    src.`note` AS `note`,
    src.`x` AS `x`,
    src.`id` AS `_sqlgate_src_1`,
    src.`load_id` AS `_sqlgate_src_2`,
    src.`amount` AS `_sqlgate_src_3`,
    src.`day` AS `_sqlgate_src_4`,
    src.`note` AS `_sqlgate_src_5`,
    src.`x` AS `_sqlgate_src_6` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `orders`)
 SELECT batch.`_sqlgate_row`, CASE WHEN (batch.`amount` >= CAST(CAST(@p1 AS STRING) AS NUMERIC) AND batch.`day` >= CAST(CAST(@p2 AS STRING) AS DATE)) IS FALSE THEN 1 ELSE 0 END
    + CASE WHEN (batch.`load_id` = CAST(CAST(@p3 AS STRING) AS INT64) OR batch.`load_id` = 1 OR batch.`load_id` = 2 OR batch.`load_id` = 3) IS TRUE AND (batch.`note` <> CAST(@p4 AS STRING) OR CAST(CAST(@p5 AS STRING) AS BOOL)) IS FALSE THEN 2 ELSE 0 END
    + CASE WHEN batch.`_sqlgate_raw_3` THEN 4 ELSE 0 END
    + CASE WHEN `_sqlgate_found_4`.`_sqlgate_row` IS NOT NULL THEN 8 ELSE 0 END AS `_sqlgate_failed_1`, batch.`_sqlgate_src_1`, batch.`_sqlgate_src_2`, batch.`_sqlgate_src_3`, batch.`_sqlgate_src_4`, batch.`_sqlgate_src_5`, batch.`_sqlgate_src_6` FROM 
(SELECT batch.*,
    (amount::double < CAST(CAST(@p6 AS STRING) AS FLOAT64) AND now() > CAST(CAST(@p7 AS STRING) AS TIMESTAMP) AND note::varchar <> ':since') IS FALSE AS `_sqlgate_raw_3` FROM batch) AS batch
  LEFT JOIN `_sqlgate_found_4` ON `_sqlgate_found_4`.`_sqlgate_row` = batch.`_sqlgate_row` WHERE 
  (batch.`amount` >= CAST(CAST(@p1 AS STRING) AS NUMERIC) AND batch.`day` >= CAST(CAST(@p2 AS STRING) AS DATE)) IS FALSE
  OR (batch.`load_id` = CAST(CAST(@p3 AS STRING) AS INT64) OR batch.`load_id` = 1 OR batch.`load_id` = 2 OR batch.`load_id` = 3) IS TRUE AND (batch.`note` <> CAST(@p4 AS STRING) OR CAST(CAST(@p5 AS STRING) AS BOOL)) IS FALSE
  OR `_sqlgate_found_4`.`_sqlgate_row` IS NOT NULL
  OR batch.`_sqlgate_raw_3`;

-- count rows per set of failed rules
CREATE TEMP TABLE `_sqlgate_sets` AS SELECT sets.`_sqlgate_failed_1`, n, ARRAY(SELECT p FROM UNNEST(ARRAY<INT64>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 1, NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 2, NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 3, NULL),
    IF((sets.`_sqlgate_failed_1` & 8) <> 0, 4, NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed`, ARRAY(SELECT p FROM UNNEST(ARRAY<STRING>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 'a', NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 'b', NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 'c', NULL),
    IF((sets.`_sqlgate_failed_1` & 8) <> 0, 'd', NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed_rules` FROM (SELECT `_sqlgate_failed_1`, count(*) AS n FROM `_sqlgate_stage` GROUP BY `_sqlgate_failed_1`) AS sets;

-- count the batch and read its checks
-- @p1 is :load_id
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`load_id` AS `load_id`,
    src.`amount` AS `amount`,
    src.`day` AS `day`,
    src.`note` AS `note`,
    src.`x` AS `x` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `orders`)
SELECT count(*),
    count(CASE WHEN (batch.`load_id` = CAST(CAST(@p1 AS STRING) AS INT64) OR batch.`load_id` = 1 OR batch.`load_id` = 2 OR batch.`load_id` = 3) IS TRUE THEN 1 END) FROM batch;

-- read check q
-- @p1 is :load_id
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`load_id` AS `load_id`,
    src.`amount` AS `amount`,
    src.`day` AS `day`,
    src.`note` AS `note`,
    src.`x` AS `x` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `orders`)
SELECT CAST(count(*) AS STRING), max(CAST(value AS STRING)) FROM (SELECT count(*) FROM batch WHERE load_id > CAST(CAST(@p1 AS STRING) AS INT64)
) AS result;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, pos FROM `_sqlgate_sets` CROSS JOIN UNNEST(`_sqlgate_failed`) AS pos) AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM `_sqlgate_sets` AS sets;

-- count rejected rows per set of rules
SELECT sets.`_sqlgate_failed`, n FROM `_sqlgate_sets` AS sets WHERE TRUE ORDER BY n DESC, sets.`_sqlgate_failed_1` LIMIT 100;

-- mark rejected rows that this run makes obsolete
UPDATE `orders_rejected` AS src SET `_sqlgate_resolution` = 'superseded', `_sqlgate_resolved_run_id` = CAST(@p1 AS STRING) WHERE src.`_sqlgate_resolution` IS NULL;

-- empty the target
TRUNCATE TABLE `orders`;

-- write passed rows
INSERT INTO `orders` (`id`,`load_id`,`amount`,`day`,`note`,`x`) SELECT src.`id`, src.`load_id`, src.`amount`, src.`day`, src.`note`, src.`x` FROM `_sqlgate_batch` AS src WHERE NOT EXISTS (SELECT 1 FROM `_sqlgate_stage` AS stage WHERE stage.`_sqlgate_row` = src.`_sqlgate_row`);

-- write rejected rows
INSERT INTO `orders_rejected` (`id`,`load_id`,`amount`,`day`,`note`,`x`,`_sqlgate_run_id`,`_sqlgate_batch_id`,`_sqlgate_partition`,`_sqlgate_rejected_at`,`_sqlgate_failed_rules`,`_sqlgate_attempts`) SELECT stage.`_sqlgate_src_1`, stage.`_sqlgate_src_2`, stage.`_sqlgate_src_3`, stage.`_sqlgate_src_4`, stage.`_sqlgate_src_5`, stage.`_sqlgate_src_6`, CAST(@p1 AS STRING), CAST(@p2 AS STRING), CAST(@p3 AS STRING), CAST(@p4 AS TIMESTAMP), sets.`_sqlgate_failed_rules`, 0 FROM `_sqlgate_stage` AS stage JOIN `_sqlgate_sets` AS sets ON stage.`_sqlgate_failed_1` = sets.`_sqlgate_failed_1`;
