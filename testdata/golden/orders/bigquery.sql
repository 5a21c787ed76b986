-- gate orders on bigquery
-- strategy copy: the source has no row locator, so the batch is read once into a temporary table

-- copy the batch
CREATE TEMP TABLE `_sqlgate_batch` AS SELECT GENERATE_UUID() AS `_sqlgate_row`, src.* FROM `staging`.`orders` AS src;

-- find rows that break set rules
CREATE TEMP TABLE `_sqlgate_found_6` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`amount` AS `amount`,
    src.`status` AS `status`,
    src.`Score?` AS `score` FROM `_sqlgate_batch` AS src
)
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`order_id`) AS n FROM batch WHERE batch.`order_id` IS NOT NULL) AS numbered WHERE n > 1;

-- find rows that break set rules
CREATE TEMP TABLE `_sqlgate_found_7` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`amount` AS `amount`,
    src.`status` AS `status`,
    src.`Score?` AS `score` FROM `_sqlgate_batch` AS src
)
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`status`, batch.`amount`) AS n FROM batch) AS numbered WHERE n > 1;

-- stage failing rows
CREATE TEMP TABLE `_sqlgate_stage` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`amount` AS `amount`,
    src.`status` AS `status`,
    src.`Score?` AS `score`,
    src.`order_id` AS `_sqlgate_src_1`,
    src.`amount` AS `_sqlgate_src_2`,
    src.`status` AS `_sqlgate_src_3`,
    src.`Score?` AS `_sqlgate_src_4` FROM `_sqlgate_batch` AS src
)
 SELECT batch.`_sqlgate_row`, CASE WHEN batch.`order_id` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`order_id`, '^ORD-\\d{4}$') THEN 1 ELSE 0 END
    + CASE WHEN batch.`amount` IS NULL THEN 2 ELSE 0 END
    + CASE WHEN batch.`amount` IS NOT NULL AND batch.`amount` < NUMERIC '0' THEN 4 ELSE 0 END
    + CASE WHEN batch.`status` IS NOT NULL AND batch.`status` NOT IN ('new', 'paid', 'shipped', 'cancelled') THEN 8 ELSE 0 END
    + CASE WHEN batch.`score` IS NOT NULL AND NOT (batch.`score` <= CAST('1' AS FLOAT64)) THEN 16 ELSE 0 END
    + CASE WHEN batch.`order_id` IS NULL OR `_sqlgate_found_6`.`_sqlgate_row` IS NOT NULL THEN 32 ELSE 0 END
    + CASE WHEN `_sqlgate_found_7`.`_sqlgate_row` IS NOT NULL THEN 64 ELSE 0 END AS `_sqlgate_failed_1`, batch.`_sqlgate_src_1`, batch.`_sqlgate_src_2`, batch.`_sqlgate_src_3`, batch.`_sqlgate_src_4` FROM 
batch
  LEFT JOIN `_sqlgate_found_6` ON `_sqlgate_found_6`.`_sqlgate_row` = batch.`_sqlgate_row`
  LEFT JOIN `_sqlgate_found_7` ON `_sqlgate_found_7`.`_sqlgate_row` = batch.`_sqlgate_row` WHERE 
  NOT REGEXP_CONTAINS(batch.`order_id`, '^ORD-\\d{4}$')
  OR batch.`amount` IS NULL
  OR batch.`amount` < NUMERIC '0'
  OR batch.`status` NOT IN ('new', 'paid', 'shipped', 'cancelled')
  OR NOT (batch.`score` <= CAST('1' AS FLOAT64))
  OR batch.`order_id` IS NULL
  OR `_sqlgate_found_6`.`_sqlgate_row` IS NOT NULL
  OR `_sqlgate_found_7`.`_sqlgate_row` IS NOT NULL;

-- count rows per set of failed rules
CREATE TEMP TABLE `_sqlgate_sets` AS SELECT sets.`_sqlgate_failed_1`, n, ARRAY(SELECT p FROM UNNEST(ARRAY<INT64>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 1, NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 2, NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 3, NULL),
    IF((sets.`_sqlgate_failed_1` & 8) <> 0, 4, NULL),
    IF((sets.`_sqlgate_failed_1` & 16) <> 0, 5, NULL),
    IF((sets.`_sqlgate_failed_1` & 32) <> 0, 6, NULL),
    IF((sets.`_sqlgate_failed_1` & 64) <> 0, 7, NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed`, ARRAY(SELECT p FROM UNNEST(ARRAY<STRING>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 'order_id.regex', NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 'amount.not_null', NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 'amount.min', NULL),
    IF((sets.`_sqlgate_failed_1` & 8) <> 0, 'status.accepted_values', NULL),
    IF((sets.`_sqlgate_failed_1` & 16) <> 0, 'score.max', NULL),
    IF((sets.`_sqlgate_failed_1` & 32) <> 0, 'primary_key', NULL),
    IF((sets.`_sqlgate_failed_1` & 64) <> 0, 'once', NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed_rules` FROM (SELECT `_sqlgate_failed_1`, count(*) AS n FROM `_sqlgate_stage` GROUP BY `_sqlgate_failed_1`) AS sets;

-- count the batch and read its checks
SELECT count(*) FROM `_sqlgate_batch` AS src;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, pos FROM `_sqlgate_sets` CROSS JOIN UNNEST(`_sqlgate_failed`) AS pos) AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN (sets.`_sqlgate_failed_1` & 62) <> 0 THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN (sets.`_sqlgate_failed_1` & 62) <> 0 THEN 0 ELSE n END), 0) AS BIGINT) FROM `_sqlgate_sets` AS sets;

-- count rejected rows per set of rules
SELECT sets.`_sqlgate_failed`, n FROM `_sqlgate_sets` AS sets WHERE (sets.`_sqlgate_failed_1` & 62) <> 0 ORDER BY n DESC, sets.`_sqlgate_failed_1` LIMIT 100;

-- write passed rows
INSERT INTO `analytics`.`orders` (`order_id`,`amount`,`status`,`score`) SELECT src.`order_id`, src.`amount`, src.`status`, src.`Score?` FROM `_sqlgate_batch` AS src WHERE NOT EXISTS (SELECT 1 FROM `_sqlgate_stage` AS stage WHERE (stage.`_sqlgate_failed_1` & 62) <> 0 AND stage.`_sqlgate_row` = src.`_sqlgate_row`);

-- write rejected rows
INSERT INTO `analytics`.`orders_rejected` (`order_id`,`amount`,`status`,`Score?`,`_sqlgate_run_id`,`_sqlgate_batch_id`,`_sqlgate_partition`,`_sqlgate_rejected_at`,`_sqlgate_failed_rules`,`_sqlgate_attempts`) SELECT stage.`_sqlgate_src_1`, stage.`_sqlgate_src_2`, stage.`_sqlgate_src_3`, stage.`_sqlgate_src_4`, CAST(@p1 AS STRING), CAST(@p2 AS STRING), CAST(@p3 AS STRING), CAST(@p4 AS TIMESTAMP), sets.`_sqlgate_failed_rules`, 0 FROM `_sqlgate_stage` AS stage JOIN `_sqlgate_sets` AS sets ON stage.`_sqlgate_failed_1` = sets.`_sqlgate_failed_1` WHERE (stage.`_sqlgate_failed_1` & 62) <> 0;
