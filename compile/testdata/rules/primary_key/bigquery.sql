-- key: (a, b) not null and unique
batch.`a` IS NULL OR batch.`b` IS NULL;
-- _sqlgate_found_1
SELECT `_sqlgate_row` FROM (SELECT batch.`_sqlgate_row`, count(*) OVER (PARTITION BY batch.`a`, batch.`b`) AS n FROM batch WHERE batch.`a` IS NOT NULL AND batch.`b` IS NOT NULL) AS numbered WHERE n > 1;
