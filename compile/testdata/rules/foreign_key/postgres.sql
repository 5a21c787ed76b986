-- code.foreign_key: (code) in airports (iata)
-- _sqlgate_found_1
SELECT batch."_sqlgate_row" FROM batch WHERE batch."code" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "airports" AS referenced WHERE referenced."iata" = batch."code");
-- pair: (code, n) in airports (iata, runways)
-- _sqlgate_found_2
SELECT batch."_sqlgate_row" FROM batch WHERE batch."code" IS NOT NULL AND batch."n" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "airports" AS referenced WHERE referenced."iata" = batch."code" AND referenced."runways" = batch."n");
-- full_pair: (code, n) in airports (iata, runways)
(batch."code" IS NULL OR batch."n" IS NULL) AND (batch."code" IS NOT NULL OR batch."n" IS NOT NULL);
-- _sqlgate_found_3
SELECT batch."_sqlgate_row" FROM batch WHERE batch."code" IS NOT NULL AND batch."n" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "airports" AS referenced WHERE referenced."iata" = batch."code" AND referenced."runways" = batch."n");
-- open_only: (code) in airports (iata)
-- _sqlgate_found_4
SELECT batch."_sqlgate_row" FROM batch WHERE batch."code" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM (SELECT * FROM "airports" WHERE (note <> 'it''s "closed"'
)) AS referenced WHERE referenced."iata" = batch."code");
-- banned: (n) not in banned (n)
-- _sqlgate_found_5
SELECT batch."_sqlgate_row" FROM batch WHERE batch."n" IS NOT NULL AND EXISTS (SELECT 1 FROM "banned" AS referenced WHERE referenced."n" = batch."n");
