-- one: one value of s for each g
-- _sqlgate_found_1
SELECT pos AS "_sqlgate_row" FROM (SELECT unnest(locators) AS "pos" FROM (SELECT array_agg(batch."_sqlgate_row") AS locators FROM batch GROUP BY batch."g" HAVING count(DISTINCT batch."s") + max(CASE WHEN batch."s" IS NULL THEN 1 ELSE 0 END) > 1) AS broken) AS listed;
-- both: one value of s, b for each g
-- _sqlgate_found_2
SELECT pos AS "_sqlgate_row" FROM (SELECT unnest(locators) AS "pos" FROM (SELECT array_agg(batch."_sqlgate_row") AS locators FROM batch GROUP BY batch."g" HAVING count(DISTINCT batch."s") + max(CASE WHEN batch."s" IS NULL THEN 1 ELSE 0 END) > 1 OR count(DISTINCT batch."b") + max(CASE WHEN batch."b" IS NULL THEN 1 ELSE 0 END) > 1) AS broken) AS listed;
