-- gate orders on postgres
-- strategy locator: the source is a table whose rows ctid tells apart

-- find rows that fail by themselves
CREATE TEMP TABLE "_sqlgate_row_failures" ON COMMIT DROP AS
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
 SELECT batch."_sqlgate_row", CASE WHEN batch."order_id" IS NOT NULL AND NOT (octet_length(batch."order_id") = 8 AND btrim(textsend(batch."order_id"), CAST('0123456789' AS bytea)) = CAST('ORD-' AS bytea)) THEN 1 ELSE 0 END
    + CASE WHEN batch."amount" IS NULL THEN 2 ELSE 0 END
    + CASE WHEN batch."amount" IS NOT NULL AND (batch."amount" < 0 OR (batch."amount" = CAST('NaN' AS numeric))) THEN 4 ELSE 0 END
    + CASE WHEN batch."status" IS NOT NULL AND batch."status" COLLATE "C" NOT IN ('new', 'paid', 'shipped', 'cancelled') THEN 8 ELSE 0 END
    + CASE WHEN batch."score" IS NOT NULL AND batch."score" > CAST('1' AS double precision) THEN 16 ELSE 0 END
    + CASE WHEN batch."order_id" IS NULL THEN 32 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4" FROM 
batch WHERE 
  NOT (octet_length(batch."order_id") = 8 AND btrim(textsend(batch."order_id"), CAST('0123456789' AS bytea)) = CAST('ORD-' AS bytea))
  OR batch."amount" IS NULL
  OR (batch."amount" < 0 OR (batch."amount" = CAST('NaN' AS numeric)))
  OR batch."status" COLLATE "C" NOT IN ('new', 'paid', 'shipped', 'cancelled')
  OR batch."score" > CAST('1' AS double precision)
  OR batch."order_id" IS NULL;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_6" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."amount" AS "amount",
    src."status" AS "status",
    src."Score?" AS "score" FROM "staging"."orders" AS src
)
SELECT hash FROM (SELECT (coalesce(hashtextextended(batch."order_id", 0), 0)) AS hash FROM batch WHERE batch."order_id" IS NOT NULL) AS hashes GROUP BY hash HAVING count(*) > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_6" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."amount" AS "amount",
    src."status" AS "status",
    src."Score?" AS "score" FROM "staging"."orders" AS src
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."order_id") AS n FROM batch WHERE batch."order_id" IS NOT NULL AND (coalesce(hashtextextended(batch."order_id", 0), 0)) IN (SELECT hash FROM "_sqlgate_keys_6")) AS numbered WHERE n > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_7" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."amount" AS "amount",
    src."status" AS "status",
    src."Score?" AS "score" FROM "staging"."orders" AS src
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."status", batch."amount") AS n FROM batch) AS numbered WHERE n > 1;

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
 SELECT failing."_sqlgate_row", failing."_sqlgate_failed_1" | (CASE WHEN "_sqlgate_found_6"."_sqlgate_row" IS NOT NULL THEN 32 ELSE 0 END
    + CASE WHEN "_sqlgate_found_7"."_sqlgate_row" IS NOT NULL THEN 64 ELSE 0 END) AS "_sqlgate_failed_1", failing."_sqlgate_src_1", failing."_sqlgate_src_2", failing."_sqlgate_src_3", failing."_sqlgate_src_4" FROM 
(SELECT * FROM "_sqlgate_row_failures"
  UNION ALL SELECT batch."_sqlgate_row", 0 AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4" FROM batch WHERE batch."_sqlgate_row" IN (SELECT "_sqlgate_row" FROM "_sqlgate_found_6" UNION ALL SELECT "_sqlgate_row" FROM "_sqlgate_found_7") AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS failing WHERE failing."_sqlgate_row" = batch."_sqlgate_row")) AS failing
  LEFT JOIN "_sqlgate_found_6" ON "_sqlgate_found_6"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_7" ON "_sqlgate_found_7"."_sqlgate_row" = failing."_sqlgate_row";

-- gather statistics of the failing rows
ANALYZE pg_temp."_sqlgate_stage" ("_sqlgate_row", "_sqlgate_failed_1");

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" ON COMMIT DROP AS SELECT sets."_sqlgate_failed_1", n, array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 4 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 5 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 32) <> 0 THEN 6 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 64) <> 0 THEN 7 END] AS int[]), NULL) AS "_sqlgate_failed", array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'order_id.regex' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'amount.not_null' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'amount.min' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 'status.accepted_values' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 'score.max' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 32) <> 0 THEN 'primary_key' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 64) <> 0 THEN 'once' END] AS text[]), NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM pg_temp."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
SELECT count(*) FROM "staging"."orders" AS src;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, items."pos" FROM pg_temp."_sqlgate_sets" CROSS JOIN LATERAL unnest("_sqlgate_failed") AS items("pos")) AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 62) <> 0 THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 62) <> 0 THEN 0 ELSE n END), 0) AS BIGINT) FROM pg_temp."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM pg_temp."_sqlgate_sets" AS sets WHERE (sets."_sqlgate_failed_1" & 62) <> 0 ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- write passed rows
INSERT INTO "analytics"."orders" ("order_id","amount","status","score") SELECT src."order_id", src."amount", src."status", src."Score?" FROM "staging"."orders" AS src WHERE (src.ctid = ANY (CAST($1 AS tid[]))) IS NOT TRUE;

-- write rejected rows
INSERT INTO "analytics"."orders_rejected" ("order_id","amount","status","Score?","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS timestamptz), sets."_sqlgate_failed_rules", 0 FROM pg_temp."_sqlgate_stage" AS stage JOIN pg_temp."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1" WHERE (stage."_sqlgate_failed_1" & 62) <> 0;
