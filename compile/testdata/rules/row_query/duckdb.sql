-- sums: (k) not in SELECT k FROM batch GROUP BY k HAVING sum(v) > 10 /* too much */
-- _sqlgate_returned_1
SELECT returned."k" COLLATE "binary" AS "key_1" FROM (SELECT k FROM batch GROUP BY k HAVING sum(v) > 10 /* too much */

) AS returned;
-- _sqlgate_found_1
SELECT batch."_sqlgate_row" FROM batch WHERE batch."k" IS NOT NULL AND EXISTS (SELECT 1 FROM "_sqlgate_returned_1" AS returned WHERE returned."key_1" = batch."k")
UNION ALL SELECT batch."_sqlgate_row" FROM batch WHERE NOT (batch."k" IS NOT NULL) AND EXISTS (SELECT 1 FROM "_sqlgate_returned_1" AS returned WHERE returned."key_1" IS NOT DISTINCT FROM batch."k");
-- named: (k, v) not in SELECT 1 AS v, 'it''s ?' AS k, 9 AS w WHERE TRUE
-- _sqlgate_returned_2
SELECT returned."k" COLLATE "binary" AS "key_1", returned."v" AS "key_2" FROM (SELECT 1 AS v, 'it''s ?' AS k, 9 AS w WHERE TRUE
) AS returned;
-- _sqlgate_found_2
SELECT batch."_sqlgate_row" FROM batch WHERE batch."k" IS NOT NULL AND batch."v" IS NOT NULL AND EXISTS (SELECT 1 FROM "_sqlgate_returned_2" AS returned WHERE returned."key_1" = batch."k" AND returned."key_2" = batch."v")
UNION ALL SELECT batch."_sqlgate_row" FROM batch WHERE NOT (batch."k" IS NOT NULL AND batch."v" IS NOT NULL) AND EXISTS (SELECT 1 FROM "_sqlgate_returned_2" AS returned WHERE returned."key_1" IS NOT DISTINCT FROM batch."k" AND returned."key_2" IS NOT DISTINCT FROM batch."v");
