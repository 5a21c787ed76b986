-- gate look on bigquery
-- strategy copy: the source has no row locator, so the batch is read once into a temporary table

-- check
WITH batch AS (SELECT row_number() OVER () AS `_sqlgate_row`,
    src.`id` AS `id`,
    src.`name` AS `name` FROM `raw`.`events` AS src WHERE (kind <> 'test'
)),
`_sqlgate_duplicates_1` AS (SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`id`) AS n FROM batch WHERE batch.`id` IS NOT NULL) AS counted WHERE n > 1),
`_sqlgate_stage` AS (SELECT batch.`_sqlgate_row`, ARRAY(SELECT p FROM UNNEST(ARRAY<INT64>[IF(`_sqlgate_duplicates_1`.`_sqlgate_row` IS NOT NULL, 1, NULL),
    IF(batch.`name` IS NOT NULL AND batch.`name` < '!' AND TRIM(batch.`name`, ' \t\n\v\f\r') = '', 2, NULL)]) AS p WITH OFFSET AS n WHERE p IS NOT NULL ORDER BY n) AS `_sqlgate_failed` FROM 
batch LEFT JOIN `_sqlgate_duplicates_1` ON `_sqlgate_duplicates_1`.`_sqlgate_row` = batch.`_sqlgate_row` WHERE 
  `_sqlgate_duplicates_1`.`_sqlgate_row` IS NOT NULL
  OR batch.`name` IS NOT NULL AND batch.`name` < '!' AND TRIM(batch.`name`, ' \t\n\v\f\r') = '')
 SELECT pos, n, sample FROM (
  SELECT 0 AS pos, count(*) AS n, NULL AS sample FROM batch
  UNION ALL SELECT -1, count(*), NULL FROM `_sqlgate_stage` AS stage WHERE TRUE
  UNION ALL SELECT pos, count(*), NULL FROM (SELECT pos FROM `_sqlgate_stage` CROSS JOIN UNNEST(`_sqlgate_failed`) AS pos) AS pairs GROUP BY pos
) AS result ORDER BY pos, n;
