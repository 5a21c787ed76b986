-- gate orders on postgres
-- strategy locator: the source is a table whose rows ctid tells apart

-- find duplicate keys
CREATE TEMP TABLE "_sqlgate_duplicates_6" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."amount" AS "amount",
    src."status" AS "status",
    src."Score?" AS "score" FROM "staging"."orders" AS src
)
 SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."order_id") AS n FROM batch WHERE batch."order_id" IS NOT NULL) AS counted WHERE n > 1;

-- find duplicate keys
CREATE TEMP TABLE "_sqlgate_duplicates_7" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."amount" AS "amount",
    src."status" AS "status",
    src."Score?" AS "score" FROM "staging"."orders" AS src
)
 SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."status", batch."amount") AS n FROM batch) AS counted WHERE n > 1;

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."amount" AS "amount",
    src."status" AS "status",
    src."Score?" AS "score",
    src."order_id" AS "_sqlgate_src_1",
    src."amount" AS "_sqlgate_src_2",
    src."status" AS "_sqlgate_src_3",
    src."Score?" AS "_sqlgate_src_4" FROM "staging"."orders" AS src
)
 SELECT batch."_sqlgate_row", array_remove(CAST(ARRAY[CASE WHEN batch."order_id" IS NOT NULL AND NOT batch."order_id" COLLATE "C" ~ '\AORD\-[0-9]{4}\Z' THEN 1 END,
    CASE WHEN batch."amount" IS NULL THEN 2 END,
    CASE WHEN batch."amount" IS NOT NULL AND (batch."amount" < 0 OR (batch."amount" = CAST('NaN' AS numeric))) THEN 3 END,
    CASE WHEN batch."status" IS NOT NULL AND batch."status" NOT IN ('new', 'paid', 'shipped', 'cancelled') THEN 4 END,
    CASE WHEN batch."score" IS NOT NULL AND batch."score" > CAST('1' AS double precision) THEN 5 END,
    CASE WHEN (batch."order_id" IS NULL OR "_sqlgate_duplicates_6"."_sqlgate_row" IS NOT NULL) THEN 6 END,
    CASE WHEN "_sqlgate_duplicates_7"."_sqlgate_row" IS NOT NULL THEN 7 END] AS int[]), NULL) AS "_sqlgate_failed", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4" FROM 
batch LEFT JOIN "_sqlgate_duplicates_6" ON "_sqlgate_duplicates_6"."_sqlgate_row" = batch."_sqlgate_row" LEFT JOIN "_sqlgate_duplicates_7" ON "_sqlgate_duplicates_7"."_sqlgate_row" = batch."_sqlgate_row" WHERE 
  batch."order_id" IS NOT NULL AND NOT batch."order_id" COLLATE "C" ~ '\AORD\-[0-9]{4}\Z'
  OR batch."amount" IS NULL
  OR batch."amount" IS NOT NULL AND (batch."amount" < 0 OR (batch."amount" = CAST('NaN' AS numeric)))
  OR batch."status" IS NOT NULL AND batch."status" NOT IN ('new', 'paid', 'shipped', 'cancelled')
  OR batch."score" IS NOT NULL AND batch."score" > CAST('1' AS double precision)
  OR (batch."order_id" IS NULL OR "_sqlgate_duplicates_6"."_sqlgate_row" IS NOT NULL)
  OR "_sqlgate_duplicates_7"."_sqlgate_row" IS NOT NULL;

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" ON COMMIT DROP AS SELECT "_sqlgate_failed", count(*) AS n FROM pg_temp."_sqlgate_stage" GROUP BY "_sqlgate_failed";

-- count the batch
SELECT count(*) FROM "staging"."orders" AS src;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, items."pos" FROM pg_temp."_sqlgate_sets" CROSS JOIN LATERAL unnest("_sqlgate_failed") AS items("pos")) AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN sets."_sqlgate_failed" && CAST(ARRAY[2, 3, 4, 5, 6] AS int[]) THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN sets."_sqlgate_failed" && CAST(ARRAY[2, 3, 4, 5, 6] AS int[]) THEN 0 ELSE n END), 0) AS BIGINT) FROM pg_temp."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM pg_temp."_sqlgate_sets" AS sets WHERE sets."_sqlgate_failed" && CAST(ARRAY[2, 3, 4, 5, 6] AS int[]) ORDER BY n DESC, sets."_sqlgate_failed" LIMIT 100;

-- write passed rows
INSERT INTO "analytics"."orders" ("order_id","amount","status","score") 
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."amount" AS "amount",
    src."status" AS "status",
    src."Score?" AS "score" FROM "staging"."orders" AS src
)
 SELECT batch."order_id", batch."amount", batch."status", batch."score" FROM batch WHERE NOT EXISTS (SELECT 1 FROM (SELECT stage."_sqlgate_row" FROM pg_temp."_sqlgate_stage" AS stage WHERE stage."_sqlgate_failed" IN (SELECT sets."_sqlgate_failed" FROM pg_temp."_sqlgate_sets" AS sets WHERE sets."_sqlgate_failed" && CAST(ARRAY[2, 3, 4, 5, 6] AS int[]))) AS rejected WHERE rejected."_sqlgate_row" = batch."_sqlgate_row");

-- write rejected rows
INSERT INTO "analytics"."orders_rejected" ("order_id","amount","status","Score?","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS timestamptz), ARRAY(SELECT (CAST(ARRAY['order_id.regex', 'amount.not_null', 'amount.min', 'status.accepted_values', 'score.max', 'primary_key', 'once'] AS text[]))[p] FROM unnest(stage."_sqlgate_failed") WITH ORDINALITY AS items(p, n) ORDER BY n), 0 FROM pg_temp."_sqlgate_stage" AS stage WHERE stage."_sqlgate_failed" IN (SELECT sets."_sqlgate_failed" FROM pg_temp."_sqlgate_sets" AS sets WHERE sets."_sqlgate_failed" && CAST(ARRAY[2, 3, 4, 5, 6] AS int[]));

-- delete the batch from the source
DELETE FROM "staging"."orders";
