-- v.max: <= 99
batch.`v` IS NOT NULL AND batch.`v` > 99;
-- any_row: (k) unique, keeping any row
-- _sqlgate_lost_2
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, row_number() OVER (PARTITION BY batch.`k` ORDER BY batch.`_sqlgate_row`) AS n FROM batch WHERE batch.`k` IS NOT NULL) AS numbered WHERE n > 1;
-- _sqlgate_found_2
SELECT `_sqlgate_row` FROM `_sqlgate_lost_2`;
-- first: (k) unique, keeping the first by at
-- _sqlgate_lost_3
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, row_number() OVER (PARTITION BY batch.`k` ORDER BY batch.`at` ASC NULLS FIRST, batch.`k` ASC NULLS LAST, batch.`v` ASC NULLS LAST, batch.`_sqlgate_row`) AS n FROM batch WHERE batch.`k` IS NOT NULL) AS numbered WHERE n > 1;
-- _sqlgate_found_3
SELECT `_sqlgate_row` FROM `_sqlgate_lost_3`;
-- last: (k) unique, keeping the last by at
-- _sqlgate_lost_4
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, row_number() OVER (PARTITION BY batch.`k` ORDER BY batch.`at` DESC NULLS LAST, batch.`k` ASC NULLS LAST, batch.`v` ASC NULLS LAST, batch.`_sqlgate_row`) AS n FROM batch WHERE batch.`k` IS NOT NULL) AS numbered WHERE n > 1;
-- _sqlgate_found_4
SELECT `_sqlgate_row` FROM `_sqlgate_lost_4`;
-- any_case: (k) unique, in any case, keeping the last by at
-- _sqlgate_lost_5
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, row_number() OVER (PARTITION BY LOWER(batch.`k`) ORDER BY batch.`at` DESC NULLS LAST, batch.`k` ASC NULLS LAST, batch.`v` ASC NULLS LAST, batch.`_sqlgate_row`) AS n FROM batch WHERE batch.`k` IS NOT NULL) AS numbered WHERE n > 1;
-- _sqlgate_found_5
SELECT `_sqlgate_row` FROM `_sqlgate_lost_5`;
-- last_valid: (k) unique, keeping the last by at
-- _sqlgate_lost_6
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, row_number() OVER (PARTITION BY batch.`k` ORDER BY batch.`at` DESC NULLS LAST, batch.`k` ASC NULLS LAST, batch.`v` ASC NULLS LAST, batch.`_sqlgate_row`) AS n FROM batch WHERE batch.`k` IS NOT NULL AND NOT EXISTS (SELECT 1 FROM `_sqlgate_row_failures` AS invalid WHERE invalid.`_sqlgate_row` = batch.`_sqlgate_row` AND (invalid.`_sqlgate_failed_1` & 1) <> 0)) AS numbered WHERE n > 1;
-- _sqlgate_found_6
SELECT `_sqlgate_row` FROM `_sqlgate_lost_6`;
