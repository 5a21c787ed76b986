-- gate daily on postgres
-- strategy copy: the source has no row locator, so the batch is read once into a temporary table

-- copy the batch
CREATE TEMP TABLE "_sqlgate_batch" ON COMMIT DROP AS SELECT row_number() OVER () AS "_sqlgate_row", src.* FROM (SELECT day, n FROM raw.daily
) AS src;

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    src."day" AS "day",
    src."n" AS "n",
    src."day" AS "_sqlgate_src_1",
    src."n" AS "_sqlgate_src_2" FROM pg_temp."_sqlgate_batch" AS src
),
target AS (SELECT * FROM "daily")
 SELECT batch."_sqlgate_row", CASE WHEN batch."day" IS NULL THEN 1 ELSE 0 END
    + CASE WHEN batch."day" IS NOT NULL AND batch."day" < DATE '2020-01-01' THEN 2 ELSE 0 END
    + CASE WHEN batch."_sqlgate_raw_3" THEN 4 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2" FROM 
(SELECT batch.*,
    (n < 10 OR EXISTS (SELECT 1 FROM target)) IS FALSE AS "_sqlgate_raw_3" FROM batch) AS batch WHERE 
  batch."day" IS NULL
  OR batch."day" < DATE '2020-01-01'
  OR batch."_sqlgate_raw_3";

-- gather statistics of the failing rows
ANALYZE pg_temp."_sqlgate_stage" ("_sqlgate_row", "_sqlgate_failed_1");

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" ON COMMIT DROP AS SELECT sets."_sqlgate_failed_1", n, array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END] AS int[]), NULL) AS "_sqlgate_failed", array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'day.not_null' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'day.min' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'known' END] AS text[]), NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM pg_temp."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
SELECT count(*) FROM pg_temp."_sqlgate_batch" AS src;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, items."pos" FROM pg_temp."_sqlgate_sets" CROSS JOIN LATERAL unnest("_sqlgate_failed") AS items("pos")) AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM pg_temp."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM pg_temp."_sqlgate_sets" AS sets WHERE TRUE ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- mark rejected rows that this run makes obsolete
UPDATE "bad_days" AS src SET "_sqlgate_resolution" = 'superseded', "_sqlgate_resolved_run_id" = CAST($1 AS text) WHERE src."_sqlgate_resolution" IS NULL;

-- empty the target
DELETE FROM "daily";

-- write passed rows
INSERT INTO "daily" ("day","n") SELECT src."day", src."n" FROM pg_temp."_sqlgate_batch" AS src WHERE (src."_sqlgate_row" = ANY (CAST($1 AS bigint[]))) IS NOT TRUE;

-- write rejected rows
INSERT INTO "bad_days" ("day","n","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts","rule__day__not_null","rule__day__min","rule__known") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS timestamptz), sets."_sqlgate_failed_rules", 0, CASE WHEN (stage."_sqlgate_failed_1" & 1) <> 0 THEN 'invalid' ELSE 'valid' END, CASE WHEN (stage."_sqlgate_failed_1" & 2) <> 0 THEN 'invalid' ELSE 'valid' END, CASE WHEN (stage."_sqlgate_failed_1" & 4) <> 0 THEN 'invalid' ELSE 'valid' END FROM pg_temp."_sqlgate_stage" AS stage JOIN pg_temp."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1";
