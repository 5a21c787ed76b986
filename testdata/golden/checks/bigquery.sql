-- gate checked on bigquery
-- strategy copy: the source has no row locator, so the batch is read once into a temporary table

-- copy the batch
CREATE TEMP TABLE `_sqlgate_batch` AS SELECT GENERATE_UUID() AS `_sqlgate_row`, src.* FROM `staging`.`orders` AS src;

-- find rows that break set rules
CREATE TEMP TABLE `_sqlgate_found_3` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`region` AS `region`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_3`,
    src.`weight` AS `weight`,
    src.`loaded_at` AS `loaded_at`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `analytics`.`orders`)
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`order_id`) AS n FROM batch WHERE batch.`order_id` IS NOT NULL) AS numbered WHERE n > 1;

-- stage failing rows
CREATE TEMP TABLE `_sqlgate_stage` AS
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`region` AS `region`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_3`,
    src.`weight` AS `weight`,
    src.`loaded_at` AS `loaded_at`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at`,
    src.`order_id` AS `_sqlgate_src_1`,
    src.`region` AS `_sqlgate_src_2`,
    src.`amount` AS `_sqlgate_src_3`,
    src.`weight` AS `_sqlgate_src_4`,
    src.`loaded_at` AS `_sqlgate_src_5` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `analytics`.`orders`)
 SELECT batch.`_sqlgate_row`, CASE WHEN batch.`_sqlgate_unread_3` THEN 1 ELSE 0 END
    + CASE WHEN NOT batch.`_sqlgate_unread_3` AND batch.`amount` IS NOT NULL AND batch.`amount` < NUMERIC '0' THEN 2 ELSE 0 END
    + CASE WHEN batch.`order_id` IS NULL OR `_sqlgate_found_3`.`_sqlgate_row` IS NOT NULL THEN 4 ELSE 0 END AS `_sqlgate_failed_1`, batch.`_sqlgate_src_1`, batch.`_sqlgate_src_2`, batch.`_sqlgate_src_3`, batch.`_sqlgate_src_4`, batch.`_sqlgate_src_5` FROM 
batch
  LEFT JOIN `_sqlgate_found_3` ON `_sqlgate_found_3`.`_sqlgate_row` = batch.`_sqlgate_row` WHERE 
  batch.`_sqlgate_unread_3`
  OR NOT batch.`_sqlgate_unread_3` AND batch.`amount` < NUMERIC '0'
  OR batch.`order_id` IS NULL
  OR `_sqlgate_found_3`.`_sqlgate_row` IS NOT NULL;

-- count rows per set of failed rules
CREATE TEMP TABLE `_sqlgate_sets` AS SELECT sets.`_sqlgate_failed_1`, n, ARRAY(SELECT p FROM UNNEST(ARRAY<INT64>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 1, NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 2, NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 3, NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed`, ARRAY(SELECT p FROM UNNEST(ARRAY<STRING>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 'amount.cast', NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 'amount.min', NULL),
    IF((sets.`_sqlgate_failed_1` & 4) <> 0, 'primary_key', NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed_rules` FROM (SELECT `_sqlgate_failed_1`, count(*) AS n FROM `_sqlgate_stage` GROUP BY `_sqlgate_failed_1`) AS sets;

-- count the batch and read its checks
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`region` AS `region`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_3`,
    src.`weight` AS `weight`,
    src.`loaded_at` AS `loaded_at`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `analytics`.`orders`)
SELECT * FROM (SELECT count(*) AS plain_1,
    CAST(COUNT(CASE WHEN batch.`region` IS NULL THEN 1 END) AS STRING) AS plain_2,
    CAST(count(CASE WHEN NOT batch.`_sqlgate_unread_3` THEN 1 END) AS STRING) AS plain_3,
    CAST(SUM(CASE WHEN NOT batch.`_sqlgate_unread_3` THEN batch.`amount` END) AS STRING) AS plain_4,
    CAST(CASE WHEN LOGICAL_AND((NOT IS_NAN(batch.`weight`) AND NOT IS_INF(batch.`weight`))) THEN STDDEV_SAMP(CASE WHEN (NOT IS_NAN(batch.`weight`) AND NOT IS_INF(batch.`weight`)) THEN batch.`weight` END) WHEN count(batch.`weight`) > 1 THEN CAST('NaN' AS FLOAT64) END AS STRING) AS plain_5,
    CAST(count(CASE WHEN (batch.`loaded_at` < batch.`_sqlgate_started_at`) IS TRUE THEN 1 END) AS STRING) AS plain_6,
    CAST(MAX(CASE WHEN (batch.`loaded_at` < batch.`_sqlgate_started_at`) IS TRUE THEN batch.`weight` END) AS STRING) AS plain_7,
    CAST(count(CASE WHEN NOT batch.`_sqlgate_unread_3` THEN 1 END) AS STRING) AS plain_8,
    CAST(count(CASE WHEN NOT batch.`_sqlgate_unread_3` THEN 1 END) AS STRING) AS plain_9,
    CAST(COUNT(batch.`region`) AS STRING) AS plain_10,
    CAST(COUNT(CASE WHEN batch.`region` NOT IN ('eu', 'it\'s', 'a\\b?') THEN 1 END) AS STRING) AS plain_11,
    CAST(COUNT(DISTINCT CASE WHEN batch.`region` IN ('eu', 'it\'s', 'a\\b?') THEN batch.`region` END) AS STRING) AS plain_12,
    CAST(MAX(CASE WHEN CASE WHEN batch.`loaded_at` IS NOT NULL THEN TRUE END THEN batch.`loaded_at` END) AS STRING) AS plain_13,
    CAST(count(CASE WHEN NOT batch.`_sqlgate_unread_3` THEN 1 END) AS STRING) AS plain_14,
    CAST(SUM(CASE WHEN NOT batch.`_sqlgate_unread_3` THEN batch.`amount` END) AS STRING) AS plain_15,
    CAST(SUM(batch.`weight`) AS STRING) AS plain_16,
    CAST(SUM(CAST(batch.`order_id` AS BIGNUMERIC)) AS STRING) AS plain_17 FROM batch) AS plain
CROSS JOIN (SELECT CAST(max(CASE WHEN rank = floor((NUMERIC '0.5' * (n - 1))) THEN x END) AS STRING) AS figure_1, CAST(max(CASE WHEN rank = ceil((NUMERIC '0.5' * (n - 1))) THEN x END) AS STRING) AS figure_2, CAST(max(n) AS STRING) AS figure_3 FROM (SELECT batch.`amount` AS x, row_number() OVER (ORDER BY batch.`amount`) - 1 AS rank, count(*) OVER () AS n FROM batch WHERE NOT batch.`_sqlgate_unread_3` AND batch.`amount` IS NOT NULL) AS ranked
) AS check_7
CROSS JOIN (SELECT CAST(count(*) AS STRING) AS figure_1, CAST(coalesce(sum(CASE WHEN n > 1 THEN n END), 0) AS STRING) AS figure_2, CAST(sum(n) AS STRING) AS figure_3 FROM (SELECT count(*) AS n FROM batch WHERE NOT batch.`_sqlgate_unread_3` AND batch.`region` IS NOT NULL AND batch.`amount` IS NOT NULL GROUP BY batch.`region`, batch.`amount`) AS counted
) AS check_10
CROSS JOIN (SELECT CAST(count(*) AS STRING) AS figure_1 FROM `control`.`orders` AS other
) AS check_15
CROSS JOIN (SELECT CAST(SUM(batch.`total`) AS STRING) AS figure_1, CAST(count(*) AS STRING) AS figure_2 FROM (SELECT other.`total` AS `total` FROM (SELECT total FROM control.totals WHERE note = '?'
) AS other) AS batch
) AS check_16;

-- read check per_region
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`region` AS `region`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_3`,
    src.`weight` AS `weight`,
    src.`loaded_at` AS `loaded_at`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `analytics`.`orders`)
SELECT CAST(counted.group_1 AS STRING), counted.plain_1, measured.figure_1, measured.figure_2, measured.figure_3
FROM (SELECT batch.`region` AS group_1, CAST(count(*) AS STRING) AS plain_1 FROM batch WHERE NOT batch.`_sqlgate_unread_3` GROUP BY batch.`region`) AS counted
LEFT JOIN (SELECT group_1, CAST(max(CASE WHEN rank = floor((NUMERIC '0.95' * (n - 1))) THEN x END) AS STRING) AS figure_1, CAST(max(CASE WHEN rank = ceil((NUMERIC '0.95' * (n - 1))) THEN x END) AS STRING) AS figure_2, CAST(max(n) AS STRING) AS figure_3 FROM (SELECT batch.`region` AS group_1, batch.`amount` AS x, row_number() OVER (PARTITION BY batch.`region` ORDER BY batch.`amount`) - 1 AS rank, count(*) OVER (PARTITION BY batch.`region`) AS n FROM batch WHERE NOT batch.`_sqlgate_unread_3` AND batch.`amount` IS NOT NULL) AS ranked GROUP BY group_1
) AS measured ON counted.group_1 IS NOT DISTINCT FROM measured.group_1;

-- read check gaps
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`region` AS `region`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_3`,
    src.`weight` AS `weight`,
    src.`loaded_at` AS `loaded_at`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `analytics`.`orders`)
SELECT CAST(counted.group_1 AS STRING), counted.plain_1, counted.plain_2, counted.plain_3, counted.plain_4
FROM (SELECT batch.`region` AS group_1, CAST(count(*) AS STRING) AS plain_1, CAST(MIN(CASE WHEN CASE WHEN batch.`loaded_at` IS NOT NULL THEN TRUE END THEN FLOOR((CAST(DATETIME_DIFF(DATETIME_TRUNC(DATETIME(batch.`loaded_at`, 'UTC'), MINUTE), DATETIME_TRUNC(DATETIME(TIMESTAMP '2000-01-01 00:00:00+00', 'UTC'), MINUTE), MINUTE) AS FLOAT64) / CAST('15' AS FLOAT64))) END) AS STRING) AS plain_2, CAST(MAX(CASE WHEN CASE WHEN batch.`loaded_at` IS NOT NULL THEN TRUE END THEN FLOOR((CAST(DATETIME_DIFF(DATETIME_TRUNC(DATETIME(batch.`loaded_at`, 'UTC'), MINUTE), DATETIME_TRUNC(DATETIME(TIMESTAMP '2000-01-01 00:00:00+00', 'UTC'), MINUTE), MINUTE) AS FLOAT64) / CAST('15' AS FLOAT64))) END) AS STRING) AS plain_3, CAST(COUNT(DISTINCT CASE WHEN CASE WHEN batch.`loaded_at` IS NOT NULL THEN TRUE END THEN FLOOR((CAST(DATETIME_DIFF(DATETIME_TRUNC(DATETIME(batch.`loaded_at`, 'UTC'), MINUTE), DATETIME_TRUNC(DATETIME(TIMESTAMP '2000-01-01 00:00:00+00', 'UTC'), MINUTE), MINUTE) AS FLOAT64) / CAST('15' AS FLOAT64))) END) AS STRING) AS plain_4 FROM batch GROUP BY batch.`region`) AS counted;

-- read check raw
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`region` AS `region`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_3`,
    src.`weight` AS `weight`,
    src.`loaded_at` AS `loaded_at`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `analytics`.`orders`)
SELECT CAST(count(*) AS STRING), max(CAST(value AS STRING)) FROM (SELECT count(*) AS value FROM batch JOIN target USING (order_id) WHERE batch.region <> '$1 ? :x'
) AS result;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, pos FROM `_sqlgate_sets` CROSS JOIN UNNEST(`_sqlgate_failed`) AS pos) AS pairs GROUP BY pos ORDER BY pos;

-- count unknown rows per rule
SELECT CAST(coalesce(sum(CASE WHEN (sets.`_sqlgate_failed_1` & 1) <> 0 THEN n ELSE 0 END), 0) AS BIGINT) FROM `_sqlgate_sets` AS sets;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM `_sqlgate_sets` AS sets;

-- count rejected rows per set of rules
SELECT sets.`_sqlgate_failed`, n FROM `_sqlgate_sets` AS sets WHERE TRUE ORDER BY n DESC, sets.`_sqlgate_failed_1` LIMIT 100;

-- read checks on passed
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`region` AS `region`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_3`,
    src.`weight` AS `weight`,
    src.`loaded_at` AS `loaded_at`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `analytics`.`orders`),
_sqlgate_passed AS (SELECT batch.* FROM batch WHERE NOT EXISTS (SELECT 1 FROM `_sqlgate_stage` AS stage WHERE stage.`_sqlgate_row` = batch.`_sqlgate_row`))
SELECT * FROM (SELECT CAST(count(*) AS STRING) AS plain_1,
    CAST(count(CASE WHEN NOT batch.`_sqlgate_unread_3` THEN 1 END) AS STRING) AS plain_2,
    CAST(SUM(CASE WHEN NOT batch.`_sqlgate_unread_3` THEN batch.`amount` END) AS STRING) AS plain_3,
    CAST(COUNT(CASE WHEN NOT batch.`_sqlgate_unread_3` THEN batch.`amount` END) AS STRING) AS plain_4,
    CAST(count(CASE WHEN NOT batch.`_sqlgate_unread_3` THEN 1 END) AS STRING) AS plain_5 FROM _sqlgate_passed AS batch) AS plain
CROSS JOIN (SELECT CAST(count(*) AS STRING) AS figure_1, CAST(count(CASE WHEN there = 0 THEN 1 END) AS STRING) AS figure_2, CAST(count(CASE WHEN here = 0 THEN 1 END) AS STRING) AS figure_3, CAST(count(CASE WHEN here > 0 AND there > 0 AND differs = 1 THEN 1 END) AS STRING) AS figure_4 FROM (SELECT key_1, sum(here) AS here, sum(there) AS there, max(CASE WHEN here <> there THEN 1 ELSE 0 END) AS differs FROM (SELECT key_1, sum(here) AS here, sum(there) AS there FROM (SELECT batch.`order_id` AS key_1, batch.`amount` AS part_1, 1 AS here, 0 AS there FROM _sqlgate_passed AS batch WHERE NOT batch.`_sqlgate_unread_3` UNION ALL SELECT other.`order_id` AS key_1, other.`amount` AS part_1, 0, 1 FROM `legacy`.`orders` AS other) AS both_sides GROUP BY key_1, part_1) AS rows_of_keys GROUP BY key_1) AS keys_of_both
) AS check_17;

-- read check rows_per_region
WITH batch AS (
  SELECT src.`_sqlgate_row` AS `_sqlgate_row`,
    src.`order_id` AS `order_id`,
    src.`region` AS `region`,
    CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END AS `amount`,
    (REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') OR REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:)[\\t\\n\\v\\f\\r ]*$')) IS FALSE AS `_sqlgate_unread_3`,
    src.`weight` AS `weight`,
    src.`loaded_at` AS `loaded_at`,
    CAST(@p1 AS TIMESTAMP) AS `_sqlgate_started_at` FROM `_sqlgate_batch` AS src
),
target AS (SELECT * FROM `analytics`.`orders`),
_sqlgate_passed AS (SELECT batch.* FROM batch WHERE NOT EXISTS (SELECT 1 FROM `_sqlgate_stage` AS stage WHERE stage.`_sqlgate_row` = batch.`_sqlgate_row`)),
_sqlgate_together AS (SELECT present.`order_id` AS `order_id`, present.`region` AS `region`, present.`amount` AS `amount`, FALSE AS `_sqlgate_unread_3`, present.`weight` AS `weight`, present.`loaded_at` AS `loaded_at`, CAST(@p2 AS TIMESTAMP) AS `_sqlgate_started_at` FROM `analytics`.`orders` AS present
UNION ALL SELECT passed.`order_id`, passed.`region`, passed.`amount`, passed.`_sqlgate_unread_3`, passed.`weight`, passed.`loaded_at`, passed.`_sqlgate_started_at` FROM _sqlgate_passed AS passed)
SELECT CAST(counted.group_1 AS STRING), counted.plain_1
FROM (SELECT batch.`region` AS group_1, CAST(count(*) AS STRING) AS plain_1 FROM _sqlgate_together AS batch GROUP BY batch.`region`) AS counted;

-- write passed rows
INSERT INTO `analytics`.`orders` (`order_id`,`region`,`amount`,`weight`,`loaded_at`) SELECT src.`order_id`, src.`region`, CASE WHEN REGEXP_CONTAINS(`src`.`amount`, '^(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))$') THEN CAST(`src`.`amount` AS NUMERIC) WHEN REGEXP_CONTAINS(`src`.`amount`, '^[\\t\\n\\v\\f\\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\\.[0-9]{0,2}0*)?|\\.[0-9]{1,2}0*))[\\t\\n\\v\\f\\r ]*$') THEN CAST(TRIM(`src`.`amount`, ' \t\n\v\f\r') AS NUMERIC) END, src.`weight`, src.`loaded_at` FROM `_sqlgate_batch` AS src WHERE NOT EXISTS (SELECT 1 FROM `_sqlgate_stage` AS stage WHERE stage.`_sqlgate_row` = src.`_sqlgate_row`);

-- write rejected rows
INSERT INTO `analytics`.`orders_rejected` (`order_id`,`region`,`amount`,`weight`,`loaded_at`,`_sqlgate_run_id`,`_sqlgate_batch_id`,`_sqlgate_partition`,`_sqlgate_rejected_at`,`_sqlgate_failed_rules`,`_sqlgate_attempts`) SELECT stage.`_sqlgate_src_1`, stage.`_sqlgate_src_2`, stage.`_sqlgate_src_3`, stage.`_sqlgate_src_4`, stage.`_sqlgate_src_5`, CAST(@p1 AS STRING), CAST(@p2 AS STRING), CAST(@p3 AS STRING), CAST(@p4 AS TIMESTAMP), sets.`_sqlgate_failed_rules`, 0 FROM `_sqlgate_stage` AS stage JOIN `_sqlgate_sets` AS sets ON stage.`_sqlgate_failed_1` = sets.`_sqlgate_failed_1`;
