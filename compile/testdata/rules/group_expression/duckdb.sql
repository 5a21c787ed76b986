-- sums: sum(v) = max(total) for each g
-- _sqlgate_found_1
SELECT pos AS "_sqlgate_row" FROM (SELECT unnest(locators) AS "pos" FROM (SELECT array_agg(batch."_sqlgate_row") AS locators FROM batch GROUP BY batch."g" HAVING (sum(batch."v") = max(batch."total")) IS FALSE) AS broken) AS listed;
-- named: count(*) > 1 OR g <> 'it''s ?' for each g
-- _sqlgate_found_2
SELECT pos AS "_sqlgate_row" FROM (SELECT unnest(locators) AS "pos" FROM (SELECT array_agg(batch."_sqlgate_row") AS locators FROM batch GROUP BY batch."g" HAVING (count(*) > 1 OR batch."g" <> 'it''s ?') IS FALSE) AS broken) AS listed;
