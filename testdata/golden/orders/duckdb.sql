-- gate orders on duckdb
-- strategy locator: the source is a table whose rows rowid tells apart

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_6" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" COLLATE "binary" AS "order_id",
    src."amount" AS "amount",
    src."status" COLLATE "binary" AS "status",
    src."Score?" AS "score" FROM "staging"."orders" AS src
)
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."order_id") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."order_id" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_6" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" COLLATE "binary" AS "order_id",
    src."amount" AS "amount",
    src."status" COLLATE "binary" AS "status",
    src."Score?" AS "score" FROM "staging"."orders" AS src
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."order_id") AS n FROM batch WHERE batch."order_id" IS NOT NULL AND CAST(hash(batch."order_id") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_6")) AS numbered WHERE n > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_7" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" COLLATE "binary" AS "order_id",
    src."amount" AS "amount",
    src."status" COLLATE "binary" AS "status",
    src."Score?" AS "score" FROM "staging"."orders" AS src
)
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."status", batch."amount") >> 32 AS UINTEGER) AS hash FROM batch) AS hashes) AS numbered WHERE n = 2;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_7" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" COLLATE "binary" AS "order_id",
    src."amount" AS "amount",
    src."status" COLLATE "binary" AS "status",
    src."Score?" AS "score" FROM "staging"."orders" AS src
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."status", batch."amount") AS n FROM batch WHERE CAST(hash(batch."status", batch."amount") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_7")) AS numbered WHERE n > 1;

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" COLLATE "binary" AS "order_id",
    src."amount" AS "amount",
    src."status" COLLATE "binary" AS "status",
    src."Score?" AS "score",
    src."order_id" AS "_sqlgate_src_1",
    src."amount" AS "_sqlgate_src_2",
    src."status" AS "_sqlgate_src_3",
    src."Score?" AS "_sqlgate_src_4" FROM "staging"."orders" AS src
)
 SELECT batch."_sqlgate_row", CASE WHEN batch."order_id" IS NOT NULL AND NOT (batch."order_id" GLOB 'ORD-[0-9][0-9][0-9][0-9]') THEN 1 ELSE 0 END
    + CASE WHEN batch."amount" IS NULL THEN 2 ELSE 0 END
    + CASE WHEN batch."amount" IS NOT NULL AND batch."amount" < 0 THEN 4 ELSE 0 END
    + CASE WHEN batch."status" IS NOT NULL AND batch."status" NOT IN ('new', 'paid', 'shipped', 'cancelled') THEN 8 ELSE 0 END
    + CASE WHEN batch."score" IS NOT NULL AND batch."score" > CAST('1' AS DOUBLE) THEN 16 ELSE 0 END
    + CASE WHEN batch."order_id" IS NULL OR "_sqlgate_found_6"."_sqlgate_row" IS NOT NULL THEN 32 ELSE 0 END
    + CASE WHEN "_sqlgate_found_7"."_sqlgate_row" IS NOT NULL THEN 64 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4" FROM 
batch
  LEFT JOIN "_sqlgate_found_6" ON "_sqlgate_found_6"."_sqlgate_row" = batch."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_7" ON "_sqlgate_found_7"."_sqlgate_row" = batch."_sqlgate_row" WHERE 
  NOT (batch."order_id" GLOB 'ORD-[0-9][0-9][0-9][0-9]')
  OR batch."amount" IS NULL
  OR batch."amount" < 0
  OR batch."status" NOT IN ('new', 'paid', 'shipped', 'cancelled')
  OR batch."score" > CAST('1' AS DOUBLE)
  OR batch."order_id" IS NULL
  OR "_sqlgate_found_6"."_sqlgate_row" IS NOT NULL
  OR "_sqlgate_found_7"."_sqlgate_row" IS NOT NULL;

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" AS SELECT sets."_sqlgate_failed_1", n, list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 4 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 5 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 32) <> 0 THEN 6 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 64) <> 0 THEN 7 END] AS INTEGER[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed", list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'order_id.regex' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'amount.not_null' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'amount.min' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 'status.accepted_values' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 'score.max' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 32) <> 0 THEN 'primary_key' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 64) <> 0 THEN 'once' END] AS VARCHAR[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM temp.main."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
SELECT count(*) FROM "staging"."orders" AS src;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, unnest("_sqlgate_failed") AS "pos" FROM temp.main."_sqlgate_sets") AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 62) <> 0 THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 62) <> 0 THEN 0 ELSE n END), 0) AS BIGINT) FROM temp.main."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM temp.main."_sqlgate_sets" AS sets WHERE (sets."_sqlgate_failed_1" & 62) <> 0 ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- write passed rows
INSERT INTO "analytics"."orders" ("order_id","amount","status","score") SELECT src."order_id", src."amount", src."status", src."Score?" FROM "staging"."orders" AS src WHERE NOT EXISTS (SELECT 1 FROM temp.main."_sqlgate_stage" AS stage WHERE (stage."_sqlgate_failed_1" & 62) <> 0 AND stage."_sqlgate_row" = src.rowid);

-- write rejected rows
INSERT INTO "analytics"."orders_rejected" ("order_id","amount","status","Score?","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", CAST($1 AS VARCHAR), CAST($2 AS VARCHAR), CAST($3 AS VARCHAR), CAST($4 AS TIMESTAMPTZ), sets."_sqlgate_failed_rules", 0 FROM temp.main."_sqlgate_stage" AS stage JOIN temp.main."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1" WHERE (stage."_sqlgate_failed_1" & 62) <> 0;
