-- sums: (k) not in SELECT k FROM batch GROUP BY k HAVING sum(v) > 10 /* too much */
-- _sqlgate_found_1
SELECT batch."_sqlgate_row" FROM batch WHERE EXISTS (SELECT 1 FROM (SELECT k FROM batch GROUP BY k HAVING sum(v) > 10 /* too much */

) AS returned("k") WHERE returned."k" COLLATE "binary" IS NOT DISTINCT FROM batch."k");
-- named: (k, v) not in SELECT 'it''s ?', 1 WHERE TRUE
-- _sqlgate_found_2
SELECT batch."_sqlgate_row" FROM batch WHERE EXISTS (SELECT 1 FROM (SELECT 'it''s ?', 1 WHERE TRUE
) AS returned("k", "v") WHERE returned."k" COLLATE "binary" IS NOT DISTINCT FROM batch."k" AND returned."v" IS NOT DISTINCT FROM batch."v");
