-- sums: (k) not in SELECT k FROM batch GROUP BY k HAVING sum(v) > 10 /* too much */
-- _sqlgate_found_1
SELECT batch."_sqlgate_row" FROM batch WHERE EXISTS (SELECT 1 FROM (SELECT k FROM batch GROUP BY k HAVING sum(v) > 10 /* too much */

) AS returned WHERE returned."k" IS NOT DISTINCT FROM batch."k");
-- named: (k, v) not in SELECT 1 AS v, 'it''s ?' AS k, 9 AS w WHERE TRUE
-- _sqlgate_found_2
SELECT batch."_sqlgate_row" FROM batch WHERE EXISTS (SELECT 1 FROM (SELECT 1 AS v, 'it''s ?' AS k, 9 AS w WHERE TRUE
) AS returned WHERE returned."k" IS NOT DISTINCT FROM batch."k" AND returned."v" IS NOT DISTINCT FROM batch."v");
