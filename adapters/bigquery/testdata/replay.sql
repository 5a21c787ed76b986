-- job 1: query
-- @p1 STRING: proj.shop.orders
-- @p2 STRING: proj.shop.orders_rejected
SELECT name, run_id FROM `sqlgate`.`locks` WHERE name IN (@p1, @p2) ORDER BY name, run_id;

-- job 2: sqlgate_0190_r1_1_stage
CREATE TABLE `sqlgate`.`_sqlgate_batch_0190_r1_1` OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)) AS SELECT GENERATE_UUID() AS `_sqlgate_row`, src.* FROM `proj`.`shop`.`orders_rejected` AS src WHERE (src.`_sqlgate_resolution` IS NULL
);
CREATE TABLE `sqlgate`.`_sqlgate_stage_0190_r1_1` OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)) AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`region` AS `region`,
    src.`day` AS `day`,
    src.`amount` AS `amount`,
    src.`id` AS `_sqlgate_src_1`,
    src.`region` AS `_sqlgate_src_2`,
    src.`day` AS `_sqlgate_src_3`,
    src.`amount` AS `_sqlgate_src_4` FROM `sqlgate`.`_sqlgate_batch_0190_r1_1` AS src
)
 SELECT batch.`_sqlgate_row`, CASE WHEN batch.`id` IS NULL THEN 1 ELSE 0 END
    + CASE WHEN batch.`amount` IS NOT NULL AND batch.`amount` < NUMERIC '0' THEN 2 ELSE 0 END AS `_sqlgate_failed_1`, batch.`_sqlgate_src_1`, batch.`_sqlgate_src_2`, batch.`_sqlgate_src_3`, batch.`_sqlgate_src_4` FROM 
batch WHERE 
  batch.`id` IS NULL
  OR batch.`amount` < NUMERIC '0';
CREATE TABLE `sqlgate`.`_sqlgate_sets_0190_r1_1` OPTIONS (expiration_timestamp = TIMESTAMP_ADD(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)) AS SELECT sets.`_sqlgate_failed_1`, n, ARRAY(SELECT p FROM UNNEST(ARRAY<INT64>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 1, NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 2, NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed`, ARRAY(SELECT p FROM UNNEST(ARRAY<STRING>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 'id.not_null', NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 'amount.min', NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed_rules` FROM (SELECT `_sqlgate_failed_1`, count(*) AS n FROM `sqlgate`.`_sqlgate_stage_0190_r1_1` GROUP BY `_sqlgate_failed_1`) AS sets;

-- job 3: query
SELECT count(*) FROM `sqlgate`.`_sqlgate_batch_0190_r1_1` AS src;

-- job 4: query
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, pos FROM `sqlgate`.`_sqlgate_sets_0190_r1_1` CROSS JOIN UNNEST(`_sqlgate_failed`) AS pos) AS pairs GROUP BY pos ORDER BY pos;

-- job 5: query
SELECT pos, sample FROM (SELECT `_sqlgate_pos` AS pos, `_sqlgate_rank` AS rank, TO_JSON_STRING(STRUCT(ranked.`id` AS `id`, ranked.`region` AS `region`, ranked.`day` AS `day`, ranked.`amount` AS `amount`)) AS sample FROM (SELECT picked.pos AS `_sqlgate_pos`, picked.`_sqlgate_rank`, stage.`_sqlgate_src_1` AS `id`, stage.`_sqlgate_src_2` AS `region`, stage.`_sqlgate_src_3` AS `day`, stage.`_sqlgate_src_4` AS `amount` FROM (SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY pos ORDER BY `_sqlgate_row`) AS `_sqlgate_rank` FROM (SELECT `_sqlgate_row`, pos FROM (SELECT firsts.`_sqlgate_row`, sets.`_sqlgate_failed` FROM (SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY `_sqlgate_failed_1` ORDER BY `_sqlgate_row`) AS `_sqlgate_rank` FROM (SELECT `_sqlgate_row`, `_sqlgate_failed_1` FROM `sqlgate`.`_sqlgate_stage_0190_r1_1`) AS narrow) AS ranked WHERE `_sqlgate_rank` <= 3) AS firsts JOIN `sqlgate`.`_sqlgate_sets_0190_r1_1` AS sets ON firsts.`_sqlgate_failed_1` = sets.`_sqlgate_failed_1`) AS listed CROSS JOIN UNNEST(`_sqlgate_failed`) AS pos) AS pairs) AS ranked WHERE `_sqlgate_rank` <= 3) AS picked JOIN `sqlgate`.`_sqlgate_stage_0190_r1_1` AS stage ON stage.`_sqlgate_row` = picked.`_sqlgate_row`) AS ranked) AS samples ORDER BY pos, rank;

-- job 6: sqlgate_0190_r1_1_write_1
-- @p1 STRING: 0190-r1
-- @p2 STRING: proj.shop.orders
-- @p3 STRING: r0
-- @p4 STRING: proj.shop.orders_rejected
-- @p5 STRING: NULL
-- @p6 STRING: orders
-- @p7 INT64: 8
-- @p8 INT64: 2
-- @p9 STRING: 
-- @p10 STRING: b1
DECLARE _sqlgate_updated, _sqlgate_passed, _sqlgate_rejected INT64 DEFAULT 0;
BEGIN TRANSACTION;
UPDATE `sqlgate`.`locks` SET run_id = @p1 WHERE name = @p2 AND run_id IS NOT DISTINCT FROM @p3
  OR name = @p4 AND run_id IS NOT DISTINCT FROM @p5;
ASSERT @@row_count = 2 AS 'sqlgate: another run wrote meanwhile';
ASSERT NOT EXISTS (SELECT 1 FROM `sqlgate`.`runs` WHERE run_id = @p1) AS 'sqlgate: the run is recorded already';
INSERT INTO `shop`.`orders` (`id`,`region`,`day`,`amount`) SELECT src.`id`, src.`region`, src.`day`, src.`amount` FROM `sqlgate`.`_sqlgate_batch_0190_r1_1` AS src WHERE NOT EXISTS (SELECT 1 FROM `sqlgate`.`_sqlgate_stage_0190_r1_1` AS stage WHERE (stage.`_sqlgate_failed_1` & 1) <> 0 AND stage.`_sqlgate_row` = src.`_sqlgate_row`);
SET _sqlgate_passed = @@row_count;
UPDATE `sqlgate`.`_sqlgate_batch_0190_r1_1` AS src SET `_sqlgate_failed_rules` = failing.`_sqlgate_failed_rules`, `_sqlgate_attempts` = coalesce(src.`_sqlgate_attempts`, 0) + 1 FROM (SELECT stage.`_sqlgate_row`, sets.`_sqlgate_failed_rules` FROM `sqlgate`.`_sqlgate_stage_0190_r1_1` AS stage JOIN `sqlgate`.`_sqlgate_sets_0190_r1_1` AS sets ON stage.`_sqlgate_failed_1` = sets.`_sqlgate_failed_1` WHERE (stage.`_sqlgate_failed_1` & 1) <> 0) AS failing WHERE src.`_sqlgate_row` = failing.`_sqlgate_row`;
SET _sqlgate_rejected = @@row_count;
ASSERT IF(_sqlgate_updated + _sqlgate_passed = 8 AND _sqlgate_rejected = 2, TRUE,
  ERROR(FORMAT('sqlgate: rows updated, passed, rejected: %d, %d, %d.', _sqlgate_updated, _sqlgate_passed, _sqlgate_rejected)));
UPDATE `sqlgate`.`_sqlgate_batch_0190_r1_1` AS src SET `_sqlgate_attempts` = coalesce(src.`_sqlgate_attempts`, 0) + 1, `_sqlgate_resolution` = 'replayed', `_sqlgate_resolved_run_id` = CAST(@p1 AS STRING) FROM (SELECT src.`_sqlgate_row` FROM `sqlgate`.`_sqlgate_batch_0190_r1_1` AS src WHERE NOT EXISTS (SELECT 1 FROM `sqlgate`.`_sqlgate_stage_0190_r1_1` AS stage WHERE (stage.`_sqlgate_failed_1` & 1) <> 0 AND stage.`_sqlgate_row` = src.`_sqlgate_row`)) AS passed WHERE src.`_sqlgate_row` = passed.`_sqlgate_row`;
SET _sqlgate_passed = @@row_count;
ASSERT IF(0 + _sqlgate_passed = 8 AND _sqlgate_rejected = 2, TRUE,
  ERROR(FORMAT('sqlgate: rows updated, passed, rejected: %d, %d, %d.', 0, _sqlgate_passed, _sqlgate_rejected)));
DELETE FROM `shop`.`orders_rejected` AS src WHERE src.`_sqlgate_resolution` IS NULL;
SET _sqlgate_rejected = @@row_count;
INSERT INTO `shop`.`orders_rejected` (`id`,`region`,`day`,`amount`,`_sqlgate_run_id`,`_sqlgate_batch_id`,`_sqlgate_partition`,`_sqlgate_resolution`,`_sqlgate_resolved_run_id`,`_sqlgate_rejected_at`,`_sqlgate_failed_rules`,`_sqlgate_attempts`) SELECT src.`id`, src.`region`, src.`day`, src.`amount`, src.`_sqlgate_run_id`, src.`_sqlgate_batch_id`, src.`_sqlgate_partition`, src.`_sqlgate_resolution`, src.`_sqlgate_resolved_run_id`, src.`_sqlgate_rejected_at`, src.`_sqlgate_failed_rules`, src.`_sqlgate_attempts` FROM `sqlgate`.`_sqlgate_batch_0190_r1_1` AS src;
ASSERT @@row_count = _sqlgate_rejected AS 'sqlgate: another run wrote meanwhile';
INSERT INTO `sqlgate`.`runs` (`run_id`,`gate`,`rows_passed`,`rows_rejected`,`reason`) VALUES (@p1,@p6,@p7,@p8,@p5);
INSERT INTO `sqlgate`.`completed_batches` (`gate`,`partition_key`,`batch_id`,`run_id`) VALUES (@p6,@p9,@p10,@p1);
UPDATE `sqlgate`.`runs` SET bytes_processed = bytes_processed + IFNULL(@@script.bytes_billed, 0) WHERE run_id = @p1;
COMMIT TRANSACTION;

-- job 7: sqlgate_0190_r1_1_drop
DROP TABLE IF EXISTS `sqlgate`.`_sqlgate_batch_0190_r1_1`;
DROP TABLE IF EXISTS `sqlgate`.`_sqlgate_stage_0190_r1_1`;
DROP TABLE IF EXISTS `sqlgate`.`_sqlgate_sets_0190_r1_1`;

