-- gate look on postgres
-- strategy locator: the source is a table whose rows ctid tells apart

-- check
WITH batch AS NOT MATERIALIZED (SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."name" AS "name" FROM "raw"."events" AS src WHERE (kind <> 'test'
)),
"_sqlgate_row_failures" AS MATERIALIZED (SELECT batch."_sqlgate_row", CASE WHEN batch."name" IS NOT NULL AND batch."name" COLLATE "C" < '!' AND btrim(batch."name", E' \t\n\x0b\x0c\r') = '' THEN 2 ELSE 0 END AS "_sqlgate_failed_1" FROM 
batch WHERE 
  batch."name" IS NOT NULL AND batch."name" COLLATE "C" < '!' AND btrim(batch."name", E' \t\n\x0b\x0c\r') = ''),
"_sqlgate_keys_1" AS MATERIALIZED (SELECT hash FROM (SELECT coalesce(CAST(batch."id" AS bigint), 0) AS hash FROM batch WHERE batch."id" IS NOT NULL) AS hashes GROUP BY hash HAVING count(*) > 1),
"_sqlgate_found_1" AS MATERIALIZED (SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."id") AS n FROM batch WHERE batch."id" IS NOT NULL AND coalesce(CAST(batch."id" AS bigint), 0) IN (SELECT hash FROM "_sqlgate_keys_1")) AS numbered WHERE n > 1),
"_sqlgate_stage" AS MATERIALIZED (SELECT failing."_sqlgate_row", failing."_sqlgate_failed_1" | (CASE WHEN "_sqlgate_found_1"."_sqlgate_row" IS NOT NULL THEN 1 ELSE 0 END) AS "_sqlgate_failed_1" FROM 
(SELECT * FROM "_sqlgate_row_failures"
  UNION ALL SELECT batch."_sqlgate_row", 0 AS "_sqlgate_failed_1" FROM batch WHERE batch."_sqlgate_row" IN (SELECT "_sqlgate_row" FROM "_sqlgate_found_1") AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS failing WHERE failing."_sqlgate_row" = batch."_sqlgate_row")) AS failing
  LEFT JOIN "_sqlgate_found_1" ON "_sqlgate_found_1"."_sqlgate_row" = failing."_sqlgate_row"),
"_sqlgate_sets" AS MATERIALIZED (SELECT sets."_sqlgate_failed_1", n, array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END] AS int[]), NULL) AS "_sqlgate_failed", array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'id.unique' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'name.not_empty' END] AS text[]), NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM "_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets)
 SELECT figure, pos, n, sample FROM (SELECT 'staged' AS figure, 0 AS pos, count(*) AS n, NULL AS sample FROM batch
  UNION ALL SELECT 'failing' AS figure, 0 AS pos, CAST(coalesce(sum(n), 0) AS BIGINT) AS n, NULL AS sample FROM "_sqlgate_sets" AS sets WHERE TRUE
  UNION ALL SELECT 'failed' AS figure, pos AS pos, CAST(coalesce(sum(n), 0) AS BIGINT) AS n, NULL AS sample FROM (SELECT n, items."pos" FROM "_sqlgate_sets" CROSS JOIN LATERAL unnest("_sqlgate_failed") AS items("pos")) AS pairs GROUP BY pos
) AS result ORDER BY pos, figure, n;
