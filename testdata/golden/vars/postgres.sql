-- gate orders on postgres
-- vars load_id int64, since date, least decimal(10,2), state string, at timestamptz, f float64, b bool, u uuid, t time
-- strategy copy: the filter of the source calls a function or has a query, which may give other rows at each reading, so the batch is read once into a temporary table

-- copy the batch
-- $1 is :load_id
CREATE TEMP TABLE "_sqlgate_batch" ON COMMIT DROP AS SELECT src.ctid AS "_sqlgate_row", src.* FROM "orders_in" AS src WHERE (load_id >= CAST(CAST($1 AS text) AS bigint) AND note <> ':nope' AND x[1:1] = x[1:1] /* :nope */
);

-- find rows that fail by themselves
-- $1 is :least, $2 is :since, $3 is :load_id, $4 is :state, $5 is :b, $6 is :f, $7 is :at
CREATE TEMP TABLE "_sqlgate_row_failures" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    src."id" AS "id",
    src."load_id" AS "load_id",
    src."amount" AS "amount",
    src."day" AS "day",
    src."note" AS "note",
    src."x" AS "x",
    src."id" AS "_sqlgate_src_1",
    src."load_id" AS "_sqlgate_src_2",
    src."amount" AS "_sqlgate_src_3",
    src."day" AS "_sqlgate_src_4",
    src."note" AS "_sqlgate_src_5",
    src."x" AS "_sqlgate_src_6" FROM pg_temp."_sqlgate_batch" AS src
),
target AS (SELECT * FROM "orders")
 SELECT batch."_sqlgate_row", CASE WHEN (CASE WHEN batch."amount" IS NOT NULL AND CAST(CAST($1 AS text) AS numeric(10,2)) IS NOT NULL THEN batch."amount" >= CAST(CAST($1 AS text) AS numeric(10,2)) AND NOT (batch."amount" = CAST('NaN' AS numeric)) END AND batch."day" >= CAST(CAST($2 AS text) AS date)) IS FALSE THEN 1 ELSE 0 END
    + CASE WHEN (batch."load_id" = CAST(CAST($3 AS text) AS bigint) OR batch."load_id" = 1 OR batch."load_id" = 2 OR batch."load_id" = 3) IS TRUE AND (batch."note" <> CAST($4 AS text) OR CAST(CAST($5 AS text) AS boolean)) IS FALSE THEN 2 ELSE 0 END
    + CASE WHEN batch."_sqlgate_raw_3" THEN 4 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4", batch."_sqlgate_src_5", batch."_sqlgate_src_6" FROM 
(SELECT batch.*,
    (amount::double < CAST(CAST($6 AS text) AS double precision) AND now() > CAST(CAST($7 AS text) AS timestamptz) AND note::varchar <> ':since') IS FALSE AS "_sqlgate_raw_3" FROM batch) AS batch WHERE 
  (CASE WHEN batch."amount" IS NOT NULL AND CAST(CAST($1 AS text) AS numeric(10,2)) IS NOT NULL THEN batch."amount" >= CAST(CAST($1 AS text) AS numeric(10,2)) AND NOT (batch."amount" = CAST('NaN' AS numeric)) END AND batch."day" >= CAST(CAST($2 AS text) AS date)) IS FALSE
  OR (batch."load_id" = CAST(CAST($3 AS text) AS bigint) OR batch."load_id" = 1 OR batch."load_id" = 2 OR batch."load_id" = 3) IS TRUE AND (batch."note" <> CAST($4 AS text) OR CAST(CAST($5 AS text) AS boolean)) IS FALSE
  OR batch."_sqlgate_raw_3";

-- find rows that break set rules
-- $1 is :load_id
CREATE TEMP TABLE "_sqlgate_returned_4" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    src."id" AS "id",
    src."load_id" AS "load_id",
    src."amount" AS "amount",
    src."day" AS "day",
    src."note" AS "note",
    src."x" AS "x" FROM pg_temp."_sqlgate_batch" AS src
),
target AS (SELECT * FROM "orders")
SELECT returned."id" AS "key_1" FROM (SELECT id FROM batch WHERE load_id = CAST(CAST($1 AS text) AS bigint) + 5
) AS returned;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_4" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    src."id" AS "id",
    src."load_id" AS "load_id",
    src."amount" AS "amount",
    src."day" AS "day",
    src."note" AS "note",
    src."x" AS "x" FROM pg_temp."_sqlgate_batch" AS src
),
target AS (SELECT * FROM "orders")
SELECT batch."_sqlgate_row" FROM batch WHERE batch."id" IS NOT NULL AND EXISTS (SELECT 1 FROM "_sqlgate_returned_4" AS returned WHERE returned."key_1" = batch."id")
UNION ALL SELECT batch."_sqlgate_row" FROM batch WHERE NOT (batch."id" IS NOT NULL) AND EXISTS (SELECT 1 FROM "_sqlgate_returned_4" AS returned WHERE ARRAY[CAST(returned."key_1" AS numeric)] = ARRAY[CAST(batch."id" AS numeric)]);

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    src."id" AS "id",
    src."load_id" AS "load_id",
    src."amount" AS "amount",
    src."day" AS "day",
    src."note" AS "note",
    src."x" AS "x",
    src."id" AS "_sqlgate_src_1",
    src."load_id" AS "_sqlgate_src_2",
    src."amount" AS "_sqlgate_src_3",
    src."day" AS "_sqlgate_src_4",
    src."note" AS "_sqlgate_src_5",
    src."x" AS "_sqlgate_src_6" FROM pg_temp."_sqlgate_batch" AS src
),
target AS (SELECT * FROM "orders")
 SELECT failing."_sqlgate_row", failing."_sqlgate_failed_1" | (CASE WHEN "_sqlgate_found_4"."_sqlgate_row" IS NOT NULL THEN 8 ELSE 0 END) AS "_sqlgate_failed_1", failing."_sqlgate_src_1", failing."_sqlgate_src_2", failing."_sqlgate_src_3", failing."_sqlgate_src_4", failing."_sqlgate_src_5", failing."_sqlgate_src_6" FROM 
(SELECT * FROM "_sqlgate_row_failures"
  UNION ALL SELECT batch."_sqlgate_row", 0 AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4", batch."_sqlgate_src_5", batch."_sqlgate_src_6" FROM batch WHERE batch."_sqlgate_row" IN (SELECT "_sqlgate_row" FROM "_sqlgate_found_4") AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS failing WHERE failing."_sqlgate_row" = batch."_sqlgate_row")) AS failing
  LEFT JOIN "_sqlgate_found_4" ON "_sqlgate_found_4"."_sqlgate_row" = failing."_sqlgate_row";

-- gather statistics of the failing rows
ANALYZE pg_temp."_sqlgate_stage" ("_sqlgate_row", "_sqlgate_failed_1");

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" ON COMMIT DROP AS SELECT sets."_sqlgate_failed_1", n, array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 4 END] AS int[]), NULL) AS "_sqlgate_failed", array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'a' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'b' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'c' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 'd' END] AS text[]), NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM pg_temp."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
-- $1 is :load_id
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    src."id" AS "id",
    src."load_id" AS "load_id",
    src."amount" AS "amount",
    src."day" AS "day",
    src."note" AS "note",
    src."x" AS "x" FROM pg_temp."_sqlgate_batch" AS src
),
target AS (SELECT * FROM "orders")
SELECT count(*),
    count(CASE WHEN (batch."load_id" = CAST(CAST($1 AS text) AS bigint) OR batch."load_id" = 1 OR batch."load_id" = 2 OR batch."load_id" = 3) IS TRUE THEN 1 END) FROM batch;

-- read check q
-- $1 is :load_id
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    src."id" AS "id",
    src."load_id" AS "load_id",
    src."amount" AS "amount",
    src."day" AS "day",
    src."note" AS "note",
    src."x" AS "x" FROM pg_temp."_sqlgate_batch" AS src
),
target AS (SELECT * FROM "orders")
SELECT CAST(count(*) AS text), max(CAST(value AS text)) FROM (SELECT count(*) FROM batch WHERE load_id > CAST(CAST($1 AS text) AS bigint)
) AS result("value");

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, items."pos" FROM pg_temp."_sqlgate_sets" CROSS JOIN LATERAL unnest("_sqlgate_failed") AS items("pos")) AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM pg_temp."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM pg_temp."_sqlgate_sets" AS sets WHERE TRUE ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- mark rejected rows that this run makes obsolete
UPDATE "orders_rejected" AS src SET "_sqlgate_resolution" = 'superseded', "_sqlgate_resolved_run_id" = CAST($1 AS text) WHERE src."_sqlgate_resolution" IS NULL;

-- empty the target
DELETE FROM "orders";

-- write passed rows
INSERT INTO "orders" ("id","load_id","amount","day","note","x") SELECT src."id", src."load_id", src."amount", src."day", src."note", src."x" FROM pg_temp."_sqlgate_batch" AS src WHERE (src."_sqlgate_row" = ANY (CAST($1 AS tid[]))) IS NOT TRUE;

-- write rejected rows
INSERT INTO "orders_rejected" ("id","load_id","amount","day","note","x","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", stage."_sqlgate_src_5", stage."_sqlgate_src_6", CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS timestamptz), sets."_sqlgate_failed_rules", 0 FROM pg_temp."_sqlgate_stage" AS stage JOIN pg_temp."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1";
