-- gate measured on bigquery
-- strategy copy: the source has no row locator, so the batch is read once into a temporary table

-- copy the batch
CREATE TEMP TABLE `_sqlgate_batch` AS SELECT GENERATE_UUID() AS `_sqlgate_row`, src.* FROM `staging`.`orders` AS src;

-- find rows that break set rules
CREATE TEMP TABLE `_sqlgate_found_6` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`Region` AS `region`,
    src.`status` AS `status`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_4`,
    src.`total` AS `total`,
    src.`weight` AS `weight`,
    src.`paid` AS `paid`,
    src.`shipped_on` AS `shipped_on`,
    src.`loaded_at` AS `loaded_at`,
    src.`salary` AS `salary`,
    src.`born_on` AS `born_on`,
    src.`name` AS `name`,
    src.`tags` AS `tags`,
    src.`payload` AS `payload`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at` FROM `_sqlgate_batch` AS src
)
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`order_id`) AS n FROM batch WHERE batch.`order_id` IS NOT NULL) AS numbered WHERE n > 1;

-- stage failing rows
CREATE TEMP TABLE `_sqlgate_stage` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`Region` AS `region`,
    src.`status` AS `status`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_4`,
    src.`total` AS `total`,
    src.`weight` AS `weight`,
    src.`paid` AS `paid`,
    src.`shipped_on` AS `shipped_on`,
    src.`loaded_at` AS `loaded_at`,
    src.`salary` AS `salary`,
    src.`born_on` AS `born_on`,
    src.`name` AS `name`,
    src.`tags` AS `tags`,
    src.`payload` AS `payload`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at`,
    src.`order_id` AS `_sqlgate_src_1`,
    src.`Region` AS `_sqlgate_src_2`,
    src.`status` AS `_sqlgate_src_3`,
    src.`amount` AS `_sqlgate_src_4`,
    src.`total` AS `_sqlgate_src_5`,
    src.`weight` AS `_sqlgate_src_6`,
    src.`paid` AS `_sqlgate_src_7`,
    src.`shipped_on` AS `_sqlgate_src_8`,
    src.`loaded_at` AS `_sqlgate_src_9`,
    src.`salary` AS `_sqlgate_src_10`,
    src.`born_on` AS `_sqlgate_src_11`,
    src.`name` AS `_sqlgate_src_12`,
    src.`tags` AS `_sqlgate_src_13`,
    src.`payload` AS `_sqlgate_src_14` FROM `_sqlgate_batch` AS src
)
 SELECT batch.`_sqlgate_row`, CASE WHEN batch.`region` IS NOT NULL AND BYTE_LENGTH(batch.`region`) > 20 AND CHAR_LENGTH(batch.`region`) > 20 THEN 1 ELSE 0 END
    + CASE WHEN batch.`status` IS NOT NULL AND batch.`status` NOT IN ('new', 'it\'s') THEN 2 ELSE 0 END
    + CASE WHEN batch.`_sqlgate_unread_4` THEN 4 ELSE 0 END
    + CASE WHEN NOT batch.`_sqlgate_unread_4` AND batch.`amount` IS NOT NULL AND batch.`amount` < NUMERIC '0' THEN 8 ELSE 0 END
    + CASE WHEN batch.`loaded_at` IS NOT NULL AND batch.`loaded_at` > batch.`_sqlgate_started_at` THEN 16 ELSE 0 END
    + CASE WHEN batch.`order_id` IS NULL OR `_sqlgate_found_6`.`_sqlgate_row` IS NOT NULL THEN 32 ELSE 0 END AS `_sqlgate_failed_1`, batch.`_sqlgate_src_1`, batch.`_sqlgate_src_2`, batch.`_sqlgate_src_3`, batch.`_sqlgate_src_4`, batch.`_sqlgate_src_5`, batch.`_sqlgate_src_6`, batch.`_sqlgate_src_7`, batch.`_sqlgate_src_8`, batch.`_sqlgate_src_9`, batch.`_sqlgate_src_10`, batch.`_sqlgate_src_11`, batch.`_sqlgate_src_12`, batch.`_sqlgate_src_13`, batch.`_sqlgate_src_14` FROM 
batch
  LEFT JOIN `_sqlgate_found_6` ON `_sqlgate_found_6`.`_sqlgate_row` = batch.`_sqlgate_row` WHERE 
  BYTE_LENGTH(batch.`region`) > 20 AND CHAR_LENGTH(batch.`region`) > 20
  OR batch.`status` NOT IN ('new', 'it\'s')
  OR batch.`_sqlgate_unread_4`
  OR NOT batch.`_sqlgate_unread_4` AND batch.`amount` < NUMERIC '0'
  OR batch.`loaded_at` IS NOT NULL AND batch.`loaded_at` > batch.`_sqlgate_started_at`
  OR batch.`order_id` IS NULL
  OR `_sqlgate_found_6`.`_sqlgate_row` IS NOT NULL;

-- count rows per set of failed rules
CREATE TEMP TABLE `_sqlgate_sets` AS SELECT sets.`_sqlgate_failed_1`, n, ARRAY(SELECT p FROM UNNEST(ARRAY<INT64>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 1, NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 2, NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 3, NULL),
    IF((sets.`_sqlgate_failed_1` & 8) <> 0, 4, NULL),
    IF((sets.`_sqlgate_failed_1` & 16) <> 0, 5, NULL),
    IF((sets.`_sqlgate_failed_1` & 32) <> 0, 6, NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed`, ARRAY(SELECT p FROM UNNEST(ARRAY<STRING>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 'region.max_length', NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 'status.enum', NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 'amount.cast', NULL),
    IF((sets.`_sqlgate_failed_1` & 8) <> 0, 'amount.min', NULL),
    IF((sets.`_sqlgate_failed_1` & 16) <> 0, 'loaded_at.not_in_future', NULL),
    IF((sets.`_sqlgate_failed_1` & 32) <> 0, 'primary_key', NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed_rules` FROM (SELECT `_sqlgate_failed_1`, count(*) AS n FROM `_sqlgate_stage` GROUP BY `_sqlgate_failed_1`) AS sets;

-- count the batch and read its checks
SELECT count(*) FROM `_sqlgate_batch` AS src;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, pos FROM `_sqlgate_sets` CROSS JOIN UNNEST(`_sqlgate_failed`) AS pos) AS pairs GROUP BY pos ORDER BY pos;

-- count unknown rows per rule
SELECT CAST(coalesce(sum(CASE WHEN (sets.`_sqlgate_failed_1` & 4) <> 0 THEN n ELSE 0 END), 0) AS BIGINT) FROM `_sqlgate_sets` AS sets;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM `_sqlgate_sets` AS sets;

-- count rejected rows per set of rules
SELECT sets.`_sqlgate_failed`, n FROM `_sqlgate_sets` AS sets WHERE TRUE ORDER BY n DESC, sets.`_sqlgate_failed_1` LIMIT 100;

-- read the statistics of the passed rows
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`Region` AS `region`,
    src.`status` AS `status`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_4`,
    src.`total` AS `total`,
    src.`weight` AS `weight`,
    src.`paid` AS `paid`,
    src.`shipped_on` AS `shipped_on`,
    src.`loaded_at` AS `loaded_at`,
    src.`salary` AS `salary`,
    src.`born_on` AS `born_on`,
    src.`name` AS `name`,
    src.`tags` AS `tags`,
    src.`payload` AS `payload`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at` FROM `_sqlgate_batch` AS src
),
_sqlgate_passed AS (SELECT batch.* FROM batch WHERE NOT EXISTS (SELECT 1 FROM `_sqlgate_stage` AS stage WHERE stage.`_sqlgate_row` = batch.`_sqlgate_row`))
SELECT CAST(count(*) AS STRING) AS plain_1,
    CAST(COUNT(batch.`order_id`) AS STRING) AS plain_2,
    CAST(MIN(batch.`order_id`) AS STRING) AS plain_3,
    CAST(MAX(batch.`order_id`) AS STRING) AS plain_4,
    CAST(COUNT(batch.`_sqlgate_measured_1`) AS STRING) AS plain_5,
    CAST(SUM(CAST(batch.`_sqlgate_measured_1` AS BIGNUMERIC)) AS STRING) AS plain_6,
    CAST(stddev_samp(batch.`_sqlgate_float_1`) AS STRING) AS plain_7,
    CAST(APPROX_QUANTILES(batch.`_sqlgate_measured_1`, 2)[OFFSET(1)] AS STRING) AS plain_8,
    CAST(APPROX_QUANTILES(batch.`_sqlgate_measured_1`, 2)[OFFSET(1)] AS STRING) AS plain_9,
    CAST(COUNT(batch.`region`) AS STRING) AS plain_10,
    CAST(MIN(CHAR_LENGTH(batch.`region`)) AS STRING) AS plain_11,
    CAST(MAX(CHAR_LENGTH(batch.`region`)) AS STRING) AS plain_12,
    CAST(count(CASE WHEN CHAR_LENGTH(batch.`region`) = 0 THEN 1 END) AS STRING) AS plain_13,
    CAST(APPROX_COUNT_DISTINCT(batch.`region`) AS STRING) AS plain_14,
    CAST(COUNT(batch.`status`) AS STRING) AS plain_15,
    CAST(MIN(CHAR_LENGTH(batch.`status`)) AS STRING) AS plain_16,
    CAST(MAX(CHAR_LENGTH(batch.`status`)) AS STRING) AS plain_17,
    CAST(count(CASE WHEN CHAR_LENGTH(batch.`status`) = 0 THEN 1 END) AS STRING) AS plain_18,
    CAST(APPROX_COUNT_DISTINCT(batch.`status`) AS STRING) AS plain_19,
    CAST(COUNT(batch.`amount`) AS STRING) AS plain_20,
    CAST(MIN(batch.`amount`) AS STRING) AS plain_21,
    CAST(MAX(batch.`amount`) AS STRING) AS plain_22,
    CAST(COUNT(batch.`_sqlgate_measured_4`) AS STRING) AS plain_23,
    CAST(SUM(batch.`_sqlgate_measured_4`) AS STRING) AS plain_24,
    CAST(stddev_samp(batch.`_sqlgate_float_4`) AS STRING) AS plain_25,
    CAST(APPROX_QUANTILES(batch.`_sqlgate_measured_4`, 2)[OFFSET(1)] AS STRING) AS plain_26,
    CAST(APPROX_QUANTILES(batch.`_sqlgate_measured_4`, 2)[OFFSET(1)] AS STRING) AS plain_27,
    CAST(COUNT(batch.`total`) AS STRING) AS plain_28,
    CAST(MIN(batch.`total`) AS STRING) AS plain_29,
    CAST(MAX(batch.`total`) AS STRING) AS plain_30,
    CAST(COUNT(batch.`_sqlgate_measured_5`) AS STRING) AS plain_31,
    CAST(SUM(batch.`_sqlgate_measured_5`) AS STRING) AS plain_32,
    CAST(stddev_samp(batch.`_sqlgate_float_5`) AS STRING) AS plain_33,
    CAST(APPROX_QUANTILES(batch.`_sqlgate_measured_5`, 2)[OFFSET(1)] AS STRING) AS plain_34,
    CAST(APPROX_QUANTILES(batch.`_sqlgate_measured_5`, 2)[OFFSET(1)] AS STRING) AS plain_35,
    CAST(COUNT(batch.`weight`) AS STRING) AS plain_36,
    CAST(MIN(batch.`weight`) AS STRING) AS plain_37,
    CAST(MAX(batch.`weight`) AS STRING) AS plain_38,
    CAST(COUNT(batch.`_sqlgate_measured_6`) AS STRING) AS plain_39,
    CAST(avg(batch.`_sqlgate_float_6`) AS STRING) AS plain_40,
    CAST(stddev_samp(batch.`_sqlgate_float_6`) AS STRING) AS plain_41,
    CAST(APPROX_QUANTILES(batch.`_sqlgate_measured_6`, 2)[OFFSET(1)] AS STRING) AS plain_42,
    CAST(APPROX_QUANTILES(batch.`_sqlgate_measured_6`, 2)[OFFSET(1)] AS STRING) AS plain_43,
    CAST(COUNT(batch.`paid`) AS STRING) AS plain_44,
    CAST(count(CASE WHEN batch.`paid` THEN 1 END) AS STRING) AS plain_45,
    CAST(COUNT(batch.`shipped_on`) AS STRING) AS plain_46,
    CAST(MIN(batch.`shipped_on`) AS STRING) AS plain_47,
    CAST(MAX(batch.`shipped_on`) AS STRING) AS plain_48,
    CAST(COUNT(batch.`loaded_at`) AS STRING) AS plain_49,
    CAST(MIN(batch.`loaded_at`) AS STRING) AS plain_50,
    CAST(MAX(batch.`loaded_at`) AS STRING) AS plain_51,
    CAST(COUNT(batch.`salary`) AS STRING) AS plain_52,
    CAST(COUNT(batch.`born_on`) AS STRING) AS plain_53,
    CAST(COUNT(batch.`name`) AS STRING) AS plain_54,
    CAST(MIN(CHAR_LENGTH(batch.`name`)) AS STRING) AS plain_55,
    CAST(MAX(CHAR_LENGTH(batch.`name`)) AS STRING) AS plain_56,
    CAST(count(CASE WHEN CHAR_LENGTH(batch.`name`) = 0 THEN 1 END) AS STRING) AS plain_57,
    CAST(APPROX_COUNT_DISTINCT(batch.`name`) AS STRING) AS plain_58
FROM (SELECT batch.`order_id` AS `order_id`,
    CASE WHEN batch.`order_id` IS NOT NULL THEN batch.`order_id` END AS `_sqlgate_measured_1`,
    CASE WHEN batch.`order_id` IS NOT NULL THEN CAST(batch.`order_id` AS FLOAT64) END AS `_sqlgate_float_1`,
    batch.`region` AS `region`,
    batch.`status` AS `status`,
    batch.`amount` AS `amount`,
    CASE WHEN CASE WHEN batch.`amount` IS NOT NULL THEN TRUE END THEN batch.`amount` END AS `_sqlgate_measured_4`,
    CASE WHEN CASE WHEN batch.`amount` IS NOT NULL THEN TRUE END THEN CAST(batch.`amount` AS FLOAT64) END AS `_sqlgate_float_4`,
    batch.`total` AS `total`,
    CASE WHEN CASE WHEN batch.`total` IS NOT NULL THEN TRUE END AND ABS(batch.`total`) <= BIGNUMERIC '99999999999999999999999999999999999999' THEN batch.`total` END AS `_sqlgate_measured_5`,
    CASE WHEN CASE WHEN batch.`total` IS NOT NULL THEN TRUE END AND ABS(batch.`total`) <= BIGNUMERIC '99999999999999999999999999999999999999' THEN CAST(batch.`total` AS FLOAT64) END AS `_sqlgate_float_5`,
    batch.`weight` AS `weight`,
    CASE WHEN (NOT IS_NAN(batch.`weight`) AND NOT IS_INF(batch.`weight`)) AND ABS(batch.`weight`) <= CAST('1e150' AS FLOAT64) THEN batch.`weight` END AS `_sqlgate_measured_6`,
    CASE WHEN (NOT IS_NAN(batch.`weight`) AND NOT IS_INF(batch.`weight`)) AND ABS(batch.`weight`) <= CAST('1e150' AS FLOAT64) THEN batch.`weight` END AS `_sqlgate_float_6`,
    batch.`paid` AS `paid`,
    batch.`shipped_on` AS `shipped_on`,
    batch.`loaded_at` AS `loaded_at`,
    batch.`salary` AS `salary`,
    batch.`born_on` AS `born_on`,
    batch.`name` AS `name` FROM _sqlgate_passed AS batch) AS batch;

-- write passed rows
INSERT INTO `analytics`.`orders` (`order_id`,`region`,`status`,`amount`,`total`,`weight`,`paid`,`shipped_on`,`loaded_at`,`salary`,`born_on`,`name`,`tags`,`payload`) SELECT src.`order_id`, src.`Region`, src.`status`, CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END, src.`total`, src.`weight`, src.`paid`, src.`shipped_on`, src.`loaded_at`, src.`salary`, src.`born_on`, src.`name`, src.`tags`, src.`payload` FROM `_sqlgate_batch` AS src WHERE NOT EXISTS (SELECT 1 FROM `_sqlgate_stage` AS stage WHERE stage.`_sqlgate_row` = src.`_sqlgate_row`);

-- write rejected rows
INSERT INTO `analytics`.`orders_rejected` (`order_id`,`Region`,`status`,`amount`,`total`,`weight`,`paid`,`shipped_on`,`loaded_at`,`salary`,`born_on`,`name`,`tags`,`payload`,`_sqlgate_run_id`,`_sqlgate_batch_id`,`_sqlgate_partition`,`_sqlgate_rejected_at`,`_sqlgate_failed_rules`,`_sqlgate_attempts`) SELECT stage.`_sqlgate_src_1`, stage.`_sqlgate_src_2`, stage.`_sqlgate_src_3`, stage.`_sqlgate_src_4`, stage.`_sqlgate_src_5`, stage.`_sqlgate_src_6`, stage.`_sqlgate_src_7`, stage.`_sqlgate_src_8`, stage.`_sqlgate_src_9`, stage.`_sqlgate_src_10`, stage.`_sqlgate_src_11`, stage.`_sqlgate_src_12`, stage.`_sqlgate_src_13`, stage.`_sqlgate_src_14`, CAST(@p1 AS STRING), CAST(@p2 AS STRING), CAST(@p3 AS STRING), CAST(@p4 AS TIMESTAMP), sets.`_sqlgate_failed_rules`, 0 FROM `_sqlgate_stage` AS stage JOIN `_sqlgate_sets` AS sets ON stage.`_sqlgate_failed_1` = sets.`_sqlgate_failed_1`;
