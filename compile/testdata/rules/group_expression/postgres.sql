-- sums: sum(v) = max(total) for each g
-- _sqlgate_found_1
SELECT pos AS "_sqlgate_row" FROM (SELECT items."pos" FROM (SELECT array_agg(batch."_sqlgate_row") AS locators FROM batch GROUP BY batch."g" HAVING (CASE WHEN sum(batch."v") IS NOT NULL AND max(batch."total") IS NOT NULL THEN sum(batch."v") = max(batch."total") AND NOT (sum(batch."v") = CAST('NaN' AS numeric)) END) IS FALSE) AS broken CROSS JOIN LATERAL unnest(locators) AS items("pos")) AS listed;
-- named: count(*) > 1 OR g <> 'it''s ?' for each g
-- _sqlgate_found_2
SELECT pos AS "_sqlgate_row" FROM (SELECT items."pos" FROM (SELECT array_agg(batch."_sqlgate_row") AS locators FROM batch GROUP BY batch."g" HAVING (count(*) > 1 OR batch."g" <> 'it''s ?') IS FALSE) AS broken CROSS JOIN LATERAL unnest(locators) AS items("pos")) AS listed;
