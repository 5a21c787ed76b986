-- gate words on duckdb
-- strategy locator: the source is a table whose rows rowid tells apart

-- check
WITH batch AS NOT MATERIALIZED (SELECT src.rowid AS "_sqlgate_row",
    src."word" COLLATE "binary" AS "word" FROM "raw"."words" AS src),
"_sqlgate_stage" AS MATERIALIZED (SELECT batch."_sqlgate_row", CASE WHEN batch."_sqlgate_raw_1" THEN 1 ELSE 0 END AS "_sqlgate_failed_1" FROM 
(SELECT batch.*,
    (jaccard(word, 'gate') > 0.5) IS FALSE AS "_sqlgate_raw_1" FROM batch) AS batch WHERE 
  batch."_sqlgate_raw_1"),
"_sqlgate_sets" AS MATERIALIZED (SELECT sets."_sqlgate_failed_1", n, list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END] AS INTEGER[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed", list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'spelled' END] AS VARCHAR[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM "_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets)
 SELECT figure, pos, n, sample FROM (SELECT 'staged' AS figure, 0 AS pos, count(*) AS n, NULL AS sample FROM batch
  UNION ALL SELECT 'failing' AS figure, 0 AS pos, CAST(coalesce(sum(n), 0) AS BIGINT) AS n, NULL AS sample FROM "_sqlgate_sets" AS sets WHERE TRUE
  UNION ALL SELECT 'failed' AS figure, pos AS pos, CAST(coalesce(sum(n), 0) AS BIGINT) AS n, NULL AS sample FROM (SELECT n, unnest("_sqlgate_failed") AS "pos" FROM "_sqlgate_sets") AS pairs GROUP BY pos
) AS result ORDER BY pos, figure, n;
