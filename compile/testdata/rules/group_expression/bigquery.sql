-- sums: sum(v) = max(total) for each g
-- _sqlgate_found_1
SELECT pos AS `_sqlgate_row` FROM (SELECT pos FROM (SELECT array_agg(batch.`_sqlgate_row`) AS locators FROM batch GROUP BY batch.`g` HAVING (SUM(batch.`v`) = MAX(batch.`total`)) IS FALSE) AS broken CROSS JOIN UNNEST(locators) AS pos) AS listed;
-- named: count(*) > 1 OR g <> 'it''s ?' for each g
-- _sqlgate_found_2
SELECT pos AS `_sqlgate_row` FROM (SELECT pos FROM (SELECT array_agg(batch.`_sqlgate_row`) AS locators FROM batch GROUP BY batch.`g` HAVING (COUNT(*) > 1 OR batch.`g` <> 'it\'s ?') IS FALSE) AS broken CROSS JOIN UNNEST(locators) AS pos) AS listed;
