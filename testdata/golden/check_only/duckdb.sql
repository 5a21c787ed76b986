-- gate look on duckdb
-- strategy locator: the source is a table whose rows rowid tells apart

-- check
WITH batch AS NOT MATERIALIZED (SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."name" COLLATE "binary" AS "name" FROM "raw"."events" AS src WHERE (kind <> 'test'
)),
"_sqlgate_keys_1" AS MATERIALIZED (SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(coalesce(batch."id" & 4294967295, 0) AS UINTEGER) AS hash FROM batch WHERE batch."id" IS NOT NULL) AS hashes) AS numbered WHERE n = 2),
"_sqlgate_found_1" AS MATERIALIZED (SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."id") AS n FROM batch WHERE batch."id" IS NOT NULL AND CAST(coalesce(batch."id" & 4294967295, 0) AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_1")) AS numbered WHERE n > 1),
"_sqlgate_stage" AS MATERIALIZED (SELECT batch."_sqlgate_row", CASE WHEN "_sqlgate_found_1"."_sqlgate_row" IS NOT NULL THEN 1 ELSE 0 END
    + CASE WHEN batch."name" IS NOT NULL AND batch."name" < '!' AND trim(batch."name", E' \t\n\x0b\x0c\r') = '' THEN 2 ELSE 0 END AS "_sqlgate_failed_1" FROM 
batch
  LEFT JOIN "_sqlgate_found_1" ON "_sqlgate_found_1"."_sqlgate_row" = batch."_sqlgate_row" WHERE 
  batch."name" IS NOT NULL AND batch."name" < '!' AND trim(batch."name", E' \t\n\x0b\x0c\r') = ''
  OR "_sqlgate_found_1"."_sqlgate_row" IS NOT NULL),
"_sqlgate_sets" AS MATERIALIZED (SELECT sets."_sqlgate_failed_1", n, list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END] AS INTEGER[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed", list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'id.unique' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'name.not_empty' END] AS VARCHAR[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM "_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets)
 SELECT figure, pos, n, sample FROM (SELECT 'staged' AS figure, 0 AS pos, count(*) AS n, NULL AS sample FROM batch
  UNION ALL SELECT 'failing' AS figure, 0 AS pos, CAST(coalesce(sum(n), 0) AS BIGINT) AS n, NULL AS sample FROM "_sqlgate_sets" AS sets WHERE TRUE
  UNION ALL SELECT 'failed' AS figure, pos AS pos, CAST(coalesce(sum(n), 0) AS BIGINT) AS n, NULL AS sample FROM (SELECT n, unnest("_sqlgate_failed") AS "pos" FROM "_sqlgate_sets") AS pairs GROUP BY pos
) AS result ORDER BY pos, figure, n;
