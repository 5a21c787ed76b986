-- gate words on duckdb
-- strategy locator: the source is a table whose rows rowid tells apart

-- check
WITH batch AS NOT MATERIALIZED (SELECT src.rowid AS "_sqlgate_row",
    src."word" COLLATE "binary" AS "word" FROM "raw"."words" AS src),
"_sqlgate_stage" AS MATERIALIZED (SELECT batch."_sqlgate_row", list_filter(CAST([CASE WHEN batch."_sqlgate_raw_1" THEN 1 END] AS INTEGER[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed" FROM 
(SELECT batch.*,
    (jaccard(word, 'gate') > 0.5) IS FALSE AS "_sqlgate_raw_1" FROM batch) AS batch WHERE 
  batch."_sqlgate_raw_1")
 SELECT pos, n, sample FROM (
  SELECT 0 AS pos, count(*) AS n, NULL AS sample FROM batch
  UNION ALL SELECT -1, count(*), NULL FROM "_sqlgate_stage" AS stage WHERE TRUE
  UNION ALL SELECT pos, count(*), NULL FROM (SELECT unnest("_sqlgate_failed") AS "pos" FROM "_sqlgate_stage") AS pairs GROUP BY pos
) AS result ORDER BY pos, n;
