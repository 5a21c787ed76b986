-- gate look on duckdb
-- strategy locator: the source is a table whose rows rowid tells apart

-- check
WITH batch AS NOT MATERIALIZED (SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."name" COLLATE "binary" AS "name" FROM "raw"."events" AS src WHERE (kind <> 'test'
)),
"_sqlgate_keys_1" AS MATERIALIZED (SELECT hash FROM (SELECT CAST(hash(batch."id") >> 32 AS UINTEGER) AS hash, row_number() OVER (PARTITION BY CAST(hash(batch."id") >> 32 AS UINTEGER)) AS n FROM batch) AS hashes WHERE n = 2),
"_sqlgate_duplicates_1" AS MATERIALIZED (SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."id") AS n FROM batch WHERE batch."id" IS NOT NULL AND CAST(hash(batch."id") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_1")) AS counted WHERE n > 1),
"_sqlgate_stage" AS MATERIALIZED (SELECT batch."_sqlgate_row", list_filter(CAST([CASE WHEN "_sqlgate_duplicates_1"."_sqlgate_row" IS NOT NULL THEN 1 END,
    CASE WHEN batch."name" IS NOT NULL AND batch."name" < '!' AND trim(batch."name", E' \t\n\x0b\x0c\r') = '' THEN 2 END] AS INTEGER[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed" FROM 
batch LEFT JOIN "_sqlgate_duplicates_1" ON "_sqlgate_duplicates_1"."_sqlgate_row" = batch."_sqlgate_row" WHERE 
  "_sqlgate_duplicates_1"."_sqlgate_row" IS NOT NULL
  OR batch."name" IS NOT NULL AND batch."name" < '!' AND trim(batch."name", E' \t\n\x0b\x0c\r') = '')
 SELECT pos, n, sample FROM (
  SELECT 0 AS pos, count(*) AS n, NULL AS sample FROM batch
  UNION ALL SELECT -1, count(*), NULL FROM "_sqlgate_stage" AS stage WHERE TRUE
  UNION ALL SELECT pos, count(*), NULL FROM (SELECT unnest("_sqlgate_failed") AS "pos" FROM "_sqlgate_stage") AS pairs GROUP BY pos
) AS result ORDER BY pos, n;
