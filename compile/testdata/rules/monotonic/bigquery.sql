-- rising: v increasing by at
-- _sqlgate_found_1
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, batch.`v` AS `_sqlgate_value`, lag(batch.`v`) OVER (PARTITION BY batch.`p` ORDER BY batch.`at` ASC NULLS FIRST, batch.`p` ASC NULLS LAST, batch.`v` ASC NULLS LAST, batch.`_sqlgate_row`) AS `_sqlgate_earlier` FROM batch WHERE batch.`v` IS NOT NULL) AS `steps` WHERE `steps`.`_sqlgate_earlier` IS NOT NULL AND NOT (`steps`.`_sqlgate_value` >= `steps`.`_sqlgate_earlier`);
-- strictly: v strictly increasing by at
-- _sqlgate_found_2
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, batch.`v` AS `_sqlgate_value`, lag(batch.`v`) OVER (PARTITION BY batch.`p` ORDER BY batch.`at` ASC NULLS FIRST, batch.`p` ASC NULLS LAST, batch.`v` ASC NULLS LAST, batch.`_sqlgate_row`) AS `_sqlgate_earlier` FROM batch WHERE batch.`v` IS NOT NULL) AS `steps` WHERE `steps`.`_sqlgate_earlier` IS NOT NULL AND NOT (`steps`.`_sqlgate_value` > `steps`.`_sqlgate_earlier`);
-- falling: v decreasing by at
-- _sqlgate_found_3
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, batch.`v` AS `_sqlgate_value`, lag(batch.`v`) OVER (PARTITION BY batch.`p` ORDER BY batch.`at` ASC NULLS FIRST, batch.`p` ASC NULLS LAST, batch.`v` ASC NULLS LAST, batch.`_sqlgate_row`) AS `_sqlgate_earlier` FROM batch WHERE batch.`v` IS NOT NULL) AS `steps` WHERE `steps`.`_sqlgate_earlier` IS NOT NULL AND NOT (`steps`.`_sqlgate_value` <= `steps`.`_sqlgate_earlier`);
