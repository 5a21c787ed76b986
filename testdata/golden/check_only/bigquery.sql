-- gate look on bigquery
-- strategy copy: the source has no row locator, so the batch is read once into a temporary table

-- check
WITH RECURSIVE batch AS (SELECT GENERATE_UUID() AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`name` AS `name` FROM `raw`.`events` AS src WHERE (kind <> 'test'
)
  UNION ALL SELECT * FROM batch WHERE FALSE),
`_sqlgate_found_1` AS (SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`id`) AS n FROM batch WHERE batch.`id` IS NOT NULL) AS numbered WHERE n > 1),
`_sqlgate_stage` AS (SELECT batch.`_sqlgate_row`, CASE WHEN `_sqlgate_found_1`.`_sqlgate_row` IS NOT NULL THEN 1 ELSE 0 END
    + CASE WHEN batch.`name` IS NOT NULL AND batch.`name` < '!' AND TRIM(batch.`name`, ' \t\n\v\f\r') = '' THEN 2 ELSE 0 END AS `_sqlgate_failed_1` FROM 
batch
  LEFT JOIN `_sqlgate_found_1` ON `_sqlgate_found_1`.`_sqlgate_row` = batch.`_sqlgate_row` WHERE 
  batch.`name` IS NOT NULL AND batch.`name` < '!' AND TRIM(batch.`name`, ' \t\n\v\f\r') = ''
  OR `_sqlgate_found_1`.`_sqlgate_row` IS NOT NULL),
`_sqlgate_sets` AS (SELECT sets.`_sqlgate_failed_1`, n, ARRAY(SELECT p FROM UNNEST(ARRAY<INT64>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 1, NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 2, NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed`, ARRAY(SELECT p FROM UNNEST(ARRAY<STRING>[IF((sets.`_sqlgate_failed_1` & 1) <> 0, 'id.unique', NULL),
    IF((sets.`_sqlgate_failed_1` & 2) <> 0, 'name.not_empty', NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed_rules` FROM (SELECT `_sqlgate_failed_1`, count(*) AS n FROM `_sqlgate_stage` GROUP BY `_sqlgate_failed_1`) AS sets)
 SELECT figure, pos, n, sample FROM (SELECT 'staged' AS figure, 0 AS pos, count(*) AS n, NULL AS sample FROM batch
  UNION ALL SELECT 'failing' AS figure, 0 AS pos, CAST(coalesce(sum(n), 0) AS BIGINT) AS n, NULL AS sample FROM `_sqlgate_sets` AS sets WHERE TRUE
  UNION ALL SELECT 'failed' AS figure, pos AS pos, CAST(coalesce(sum(n), 0) AS BIGINT) AS n, NULL AS sample FROM (SELECT n, pos FROM `_sqlgate_sets` CROSS JOIN UNNEST(`_sqlgate_failed`) AS pos) AS pairs GROUP BY pos
) AS result ORDER BY pos, figure, n;
