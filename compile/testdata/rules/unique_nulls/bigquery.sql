-- a.unique: unique
-- _sqlgate_found_1
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`a`) AS n FROM batch) AS numbered WHERE n > 1;
-- every: (a, b) unique
-- _sqlgate_found_2
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`a`, batch.`b`) AS n FROM batch WHERE batch.`a` IS NOT NULL AND batch.`b` IS NOT NULL) AS numbered WHERE n > 1;
-- equal: (a, b) unique
-- _sqlgate_found_3
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`a`, batch.`b`) AS n FROM batch) AS numbered WHERE n > 1;
-- whole: (a, b) unique
-- _sqlgate_found_4
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`a`, batch.`b`) AS n FROM batch WHERE (batch.`a` IS NOT NULL OR batch.`b` IS NOT NULL)) AS numbered WHERE n > 1;
