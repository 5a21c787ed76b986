-- gate look on duckdb
-- strategy locator: the source is a table whose rows rowid tells apart

-- check
WITH batch AS NOT MATERIALIZED (SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."name" AS "name" FROM "raw"."events" AS src WHERE (kind <> 'test'
)),
"_sqlgate_keys_1" AS MATERIALIZED (SELECT hash FROM (SELECT hash(batch."id") AS hash, row_number() OVER (PARTITION BY hash(batch."id")) AS n FROM batch WHERE batch."id" IS NOT NULL) AS hashes WHERE n = 2),
"_sqlgate_duplicates_1" AS MATERIALIZED (SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."id") AS n FROM batch WHERE batch."id" IS NOT NULL AND hash(batch."id") IN (SELECT hash FROM "_sqlgate_keys_1")) AS counted WHERE n > 1),
"_sqlgate_stage" AS MATERIALIZED (SELECT batch."_sqlgate_row", list_filter(CAST([CASE WHEN "_sqlgate_duplicates_1"."_sqlgate_row" IS NOT NULL THEN 1 END,
    CASE WHEN batch."name" IS NOT NULL AND batch."name" < '!' AND trim(batch."name", E' \t\n\x0b\x0c\r') = '' THEN 2 END] AS INTEGER[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed" FROM 
batch LEFT JOIN "_sqlgate_duplicates_1" ON "_sqlgate_duplicates_1"."_sqlgate_row" = batch."_sqlgate_row" WHERE 
  "_sqlgate_duplicates_1"."_sqlgate_row" IS NOT NULL
  OR batch."name" IS NOT NULL AND batch."name" < '!' AND trim(batch."name", E' \t\n\x0b\x0c\r') = '')
 SELECT pos, n FROM (SELECT pos, count(*) AS n FROM (SELECT unnest("_sqlgate_failed") AS "pos" FROM "_sqlgate_stage") AS pairs GROUP BY pos UNION ALL SELECT 0, count(*) FROM batch UNION ALL SELECT -1, count(*) FROM "_sqlgate_stage" AS stage WHERE list_has_any(stage."_sqlgate_failed", CAST([1, 2] AS INTEGER[]))) AS result ORDER BY pos;
