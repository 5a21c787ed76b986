-- gate orders on bigquery
-- partition day=2026-01-31,region="a?,'b"
-- strategy copy: the source has no row locator, so the batch is read once into a temporary table

-- copy the batch
CREATE TEMP TABLE `_sqlgate_batch` AS SELECT GENERATE_UUID() AS `_sqlgate_row`, src.* FROM `staging`.`orders` AS src WHERE (src.`ordered_at` >= DATETIME '2026-01-31 00:00:00' AND src.`ordered_at` < DATETIME '2026-02-01 00:00:00' AND src.`region` = 'a?,\'b');

-- find rows that break set rules
CREATE TEMP TABLE `_sqlgate_found_2` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`line` AS `line`,
    src.`ordered_at` AS `ordered_at`,
    src.`region` AS `region`,
    src.`stock` AS `stock` FROM `_sqlgate_batch` AS src
)
SELECT batch.`_sqlgate_row` FROM batch WHERE batch.`region` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `analytics`.`regions` AS referenced WHERE referenced.`code` = batch.`region` AND referenced.`code` = 'a?,\'b');

-- find rows that break set rules
CREATE TEMP TABLE `_sqlgate_found_4` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`line` AS `line`,
    src.`ordered_at` AS `ordered_at`,
    src.`region` AS `region`,
    src.`stock` AS `stock` FROM `_sqlgate_batch` AS src
)
(SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`id`, batch.`line`) AS n FROM batch WHERE batch.`id` IS NOT NULL AND batch.`line` IS NOT NULL) AS numbered WHERE n > 1)
UNION DISTINCT (SELECT batch.`_sqlgate_row` FROM batch WHERE batch.`id` IS NOT NULL AND batch.`line` IS NOT NULL AND EXISTS (SELECT 1 FROM `analytics`.`orders` AS present WHERE present.`id` = batch.`id` AND present.`line` = batch.`line` AND (present.`ordered_at` >= DATETIME '2026-01-31 00:00:00' AND present.`ordered_at` < DATETIME '2026-02-01 00:00:00' AND present.`region` = 'a?,\'b') IS NOT TRUE));

-- find rows that break set rules
CREATE TEMP TABLE `_sqlgate_found_5` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`line` AS `line`,
    src.`ordered_at` AS `ordered_at`,
    src.`region` AS `region`,
    src.`stock` AS `stock` FROM `_sqlgate_batch` AS src
)
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, batch.`line` AS `_sqlgate_value`, lag(batch.`line`) OVER (PARTITION BY batch.`id` ORDER BY batch.`line` ASC NULLS FIRST, batch.`id` ASC NULLS LAST, batch.`ordered_at` ASC NULLS LAST, batch.`region` ASC NULLS LAST, batch.`stock` ASC NULLS LAST, batch.`_sqlgate_row`) AS `_sqlgate_earlier` FROM batch WHERE batch.`line` IS NOT NULL) AS `steps` WHERE `steps`.`_sqlgate_earlier` IS NOT NULL AND `steps`.`_sqlgate_value` <> (`steps`.`_sqlgate_earlier` + 1);

-- stage failing rows
CREATE TEMP TABLE `_sqlgate_stage` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`line` AS `line`,
    src.`ordered_at` AS `ordered_at`,
    src.`region` AS `region`,
    src.`stock` AS `stock`,
    src.`id` AS `_sqlgate_src_1`,
    src.`line` AS `_sqlgate_src_2`,
    src.`ordered_at` AS `_sqlgate_src_3`,
    src.`region` AS `_sqlgate_src_4`,
    src.`stock` AS `_sqlgate_src_5` FROM `_sqlgate_batch` AS src
)
 SELECT batch.`_sqlgate_row`, CASE WHEN batch.`ordered_at` IS NULL THEN 1 ELSE 0 END
    + CASE WHEN `_sqlgate_found_2`.`_sqlgate_row` IS NOT NULL THEN 2 ELSE 0 END
    + CASE WHEN batch.`stock` IS NOT NULL AND batch.`stock` NOT IN ('s', 'm') THEN 4 ELSE 0 END
    + CASE WHEN `_sqlgate_found_4`.`_sqlgate_row` IS NOT NULL THEN 8 ELSE 0 END
    + CASE WHEN `_sqlgate_found_5`.`_sqlgate_row` IS NOT NULL THEN 16 ELSE 0 END AS `_sqlgate_failed_1`, batch.`_sqlgate_src_1`, batch.`_sqlgate_src_2`, batch.`_sqlgate_src_3`, batch.`_sqlgate_src_4`, batch.`_sqlgate_src_5` FROM 
batch
  LEFT JOIN `_sqlgate_found_2` ON `_sqlgate_found_2`.`_sqlgate_row` = batch.`_sqlgate_row`
  LEFT JOIN `_sqlgate_found_4` ON `_sqlgate_found_4`.`_sqlgate_row` = batch.`_sqlgate_row`
  LEFT JOIN `_sqlgate_found_5` ON `_sqlgate_found_5`.`_sqlgate_row` = batch.`_sqlgate_row` WHERE 
  batch.`ordered_at` IS NULL
  OR batch.`stock` NOT IN ('s', 'm')
  OR `_sqlgate_found_2`.`_sqlgate_row` IS NOT NULL
  OR `_sqlgate_found_4`.`_sqlgate_row` IS NOT NULL
  OR `_sqlgate_found_5`.`_sqlgate_row` IS NOT NULL;

-- count rows per set of failed rules
CREATE TEMP TABLE `_sqlgate_sets` AS SELECT sets.`_sqlgate_failed_1`, n, ARRAY(SELECT p FROM UNNEST(ARRAY<INT64>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 1, NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 2, NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 3, NULL),
    IF((sets.`_sqlgate_failed_1` & 8) <> 0, 4, NULL),
    IF((sets.`_sqlgate_failed_1` & 16) <> 0, 5, NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed`, ARRAY(SELECT p FROM UNNEST(ARRAY<STRING>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 'ordered_at.not_null', NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 'region.foreign_key', NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 'stock.enum', NULL),
    IF((sets.`_sqlgate_failed_1` & 8) <> 0, 'once', NULL),
    IF((sets.`_sqlgate_failed_1` & 16) <> 0, 'numbered', NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed_rules` FROM (SELECT `_sqlgate_failed_1`, count(*) AS n FROM `_sqlgate_stage` GROUP BY `_sqlgate_failed_1`) AS sets;

-- count the batch and read its checks
SELECT count(*) FROM `_sqlgate_batch` AS src;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, pos FROM `_sqlgate_sets` CROSS JOIN UNNEST(`_sqlgate_failed`) AS pos) AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN (sets.`_sqlgate_failed_1` & 15) <> 0 THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN (sets.`_sqlgate_failed_1` & 15) <> 0 THEN 0 ELSE n END), 0) AS BIGINT) FROM `_sqlgate_sets` AS sets;

-- count rejected rows per set of rules
SELECT sets.`_sqlgate_failed`, n FROM `_sqlgate_sets` AS sets WHERE (sets.`_sqlgate_failed_1` & 15) <> 0 ORDER BY n DESC, sets.`_sqlgate_failed_1` LIMIT 100;

-- read checks on target
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`line` AS `line`,
    src.`ordered_at` AS `ordered_at`,
    src.`region` AS `region`,
    src.`stock` AS `stock` FROM `_sqlgate_batch` AS src
),
_sqlgate_passed AS (SELECT batch.* FROM batch WHERE NOT EXISTS (SELECT 1 FROM `_sqlgate_stage` AS stage WHERE stage.`_sqlgate_row` = batch.`_sqlgate_row` AND (stage.`_sqlgate_failed_1` & 15) <> 0)),
_sqlgate_together AS (SELECT present.`id` AS `id`, present.`line` AS `line`, present.`ordered_at` AS `ordered_at`, present.`region` AS `region`, present.`stock` AS `stock` FROM `analytics`.`orders` AS present WHERE (present.`ordered_at` >= DATETIME '2026-01-31 00:00:00' AND present.`ordered_at` < DATETIME '2026-02-01 00:00:00' AND present.`region` = 'a?,\'b') IS NOT TRUE
UNION ALL SELECT passed.`id`, passed.`line`, passed.`ordered_at`, passed.`region`, passed.`stock` FROM _sqlgate_passed AS passed)
SELECT CAST(count(*) AS STRING),
    CAST(count(*) AS STRING) FROM _sqlgate_together AS batch;

-- count rows in no partition
SELECT count(*), count(CASE WHEN src.`ordered_at` IS NULL THEN 1 END), count(CASE WHEN (src.`ordered_at` < DATETIME '0001-01-01 00:00:00' OR src.`ordered_at` > DATETIME '9999-12-31 23:59:59.999999') THEN 1 END), count(CASE WHEN src.`region` IS NULL THEN 1 END) FROM `staging`.`orders` AS src WHERE (src.`ordered_at` IS NULL OR (src.`ordered_at` < DATETIME '0001-01-01 00:00:00' OR src.`ordered_at` > DATETIME '9999-12-31 23:59:59.999999') OR src.`region` IS NULL) AND (src.`ordered_at` >= DATETIME '2026-01-31 00:00:00' AND src.`ordered_at` < DATETIME '2026-02-01 00:00:00' AND src.`region` = 'a?,\'b') IS NOT TRUE;

-- mark rejected rows that this run makes obsolete
UPDATE `analytics`.`orders_rejected` AS src SET `_sqlgate_resolution` = 'superseded', `_sqlgate_resolved_run_id` = CAST(@p1 AS STRING) WHERE src.`_sqlgate_resolution` IS NULL AND (src.`ordered_at` >= DATETIME '2026-01-31 00:00:00' AND src.`ordered_at` < DATETIME '2026-02-01 00:00:00' AND src.`region` = 'a?,\'b');

-- empty the target
DELETE FROM `analytics`.`orders` AS present WHERE present.`ordered_at` >= DATETIME '2026-01-31 00:00:00' AND present.`ordered_at` < DATETIME '2026-02-01 00:00:00' AND present.`region` = 'a?,\'b';

-- write passed rows
INSERT INTO `analytics`.`orders` (`id`,`line`,`ordered_at`,`region`,`stock`) SELECT src.`id`, src.`line`, src.`ordered_at`, src.`region`, src.`stock` FROM `_sqlgate_batch` AS src WHERE NOT EXISTS (SELECT 1 FROM `_sqlgate_stage` AS stage WHERE (stage.`_sqlgate_failed_1` & 15) <> 0 AND stage.`_sqlgate_row` = src.`_sqlgate_row`);

-- write rejected rows
INSERT INTO `analytics`.`orders_rejected` (`id`,`line`,`ordered_at`,`region`,`stock`,`_sqlgate_run_id`,`_sqlgate_batch_id`,`_sqlgate_partition`,`_sqlgate_rejected_at`,`_sqlgate_failed_rules`,`_sqlgate_attempts`) SELECT stage.`_sqlgate_src_1`, stage.`_sqlgate_src_2`, stage.`_sqlgate_src_3`, stage.`_sqlgate_src_4`, stage.`_sqlgate_src_5`, CAST(@p1 AS STRING), CAST(@p2 AS STRING), CAST(@p3 AS STRING), CAST(@p4 AS TIMESTAMP), sets.`_sqlgate_failed_rules`, 0 FROM `_sqlgate_stage` AS stage JOIN `_sqlgate_sets` AS sets ON stage.`_sqlgate_failed_1` = sets.`_sqlgate_failed_1` WHERE (stage.`_sqlgate_failed_1` & 15) <> 0;
