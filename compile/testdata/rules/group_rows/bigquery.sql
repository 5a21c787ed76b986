-- enough: at least 2 rows for each g
-- _sqlgate_found_1
SELECT pos AS `_sqlgate_row` FROM (SELECT pos FROM (SELECT array_agg(batch.`_sqlgate_row`) AS locators FROM batch GROUP BY batch.`g` HAVING count(*) < 2) AS broken CROSS JOIN UNNEST(locators) AS pos) AS listed;
-- few: at most 2 rows for each g, h
-- _sqlgate_found_2
SELECT pos AS `_sqlgate_row` FROM (SELECT pos FROM (SELECT array_agg(batch.`_sqlgate_row`) AS locators FROM batch GROUP BY batch.`g`, batch.`h` HAVING count(*) > 2) AS broken CROSS JOIN UNNEST(locators) AS pos) AS listed;
