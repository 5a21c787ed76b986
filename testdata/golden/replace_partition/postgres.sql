-- gate orders on postgres
-- partition day=2026-01-31,region="a?,'b"
-- strategy locator: the source is a table whose rows ctid tells apart

-- find rows that fail by themselves
CREATE TEMP TABLE "_sqlgate_row_failures" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" AS "region",
    src."stock" AS "stock",
    src."id" AS "_sqlgate_src_1",
    src."line" AS "_sqlgate_src_2",
    src."ordered_at" AS "_sqlgate_src_3",
    src."region" AS "_sqlgate_src_4",
    src."stock" AS "_sqlgate_src_5" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b')
)
 SELECT batch."_sqlgate_row", CASE WHEN batch."ordered_at" IS NULL THEN 1 ELSE 0 END
    + CASE WHEN batch."stock" IS NOT NULL AND CAST(batch."stock" AS text) COLLATE "C" NOT IN ('s', 'm') THEN 4 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4", batch."_sqlgate_src_5" FROM 
batch WHERE 
  batch."ordered_at" IS NULL
  OR CAST(batch."stock" AS text) COLLATE "C" NOT IN ('s', 'm');

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_2" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" AS "region",
    src."stock" AS "stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b')
)
SELECT batch."_sqlgate_row" FROM batch WHERE batch."region" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "analytics"."regions" AS referenced WHERE referenced."code" = batch."region" AND referenced."code" = 'a?,''b');

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_4" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" AS "region",
    src."stock" AS "stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b')
)
SELECT hash FROM (SELECT (coalesce(hashint8extended(CAST(batch."id" AS bigint), 0), 0) # coalesce(hashint8extended(CAST(batch."line" AS bigint), 1), 0)) AS hash FROM batch WHERE batch."id" IS NOT NULL AND batch."line" IS NOT NULL) AS hashes GROUP BY hash HAVING count(*) > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_4" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" AS "region",
    src."stock" AS "stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b')
)
(SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."id", batch."line") AS n FROM batch WHERE batch."id" IS NOT NULL AND batch."line" IS NOT NULL AND (coalesce(hashint8extended(CAST(batch."id" AS bigint), 0), 0) # coalesce(hashint8extended(CAST(batch."line" AS bigint), 1), 0)) IN (SELECT hash FROM "_sqlgate_keys_4")) AS numbered WHERE n > 1)
UNION DISTINCT (SELECT batch."_sqlgate_row" FROM batch WHERE batch."id" IS NOT NULL AND batch."line" IS NOT NULL AND EXISTS (SELECT 1 FROM "analytics"."orders" AS present WHERE present."id" = batch."id" AND present."line" = batch."line" AND (present."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND present."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND present."region" = 'a?,''b') IS NOT TRUE));

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_5" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" AS "region",
    src."stock" AS "stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b')
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", batch."line" AS "_sqlgate_value", lag(batch."line") OVER (PARTITION BY batch."id" ORDER BY batch."line" ASC NULLS FIRST, batch."id" ASC NULLS LAST, batch."ordered_at" ASC NULLS LAST, batch."region" COLLATE "C" ASC NULLS LAST, CAST(batch."stock" AS text) COLLATE "C" ASC NULLS LAST, batch."_sqlgate_row") AS "_sqlgate_earlier" FROM batch WHERE batch."line" IS NOT NULL) AS "steps" WHERE "steps"."_sqlgate_earlier" IS NOT NULL AND "steps"."_sqlgate_value" <> (CAST("steps"."_sqlgate_earlier" AS bigint) + 1);

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" AS "region",
    src."stock" AS "stock",
    src."id" AS "_sqlgate_src_1",
    src."line" AS "_sqlgate_src_2",
    src."ordered_at" AS "_sqlgate_src_3",
    src."region" AS "_sqlgate_src_4",
    src."stock" AS "_sqlgate_src_5" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b')
)
 SELECT failing."_sqlgate_row", failing."_sqlgate_failed_1" | (CASE WHEN "_sqlgate_found_2"."_sqlgate_row" IS NOT NULL THEN 2 ELSE 0 END
    + CASE WHEN "_sqlgate_found_4"."_sqlgate_row" IS NOT NULL THEN 8 ELSE 0 END
    + CASE WHEN "_sqlgate_found_5"."_sqlgate_row" IS NOT NULL THEN 16 ELSE 0 END) AS "_sqlgate_failed_1", failing."_sqlgate_src_1", failing."_sqlgate_src_2", failing."_sqlgate_src_3", failing."_sqlgate_src_4", failing."_sqlgate_src_5" FROM 
(SELECT * FROM "_sqlgate_row_failures"
  UNION ALL SELECT batch."_sqlgate_row", 0 AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4", batch."_sqlgate_src_5" FROM batch WHERE batch."_sqlgate_row" IN (SELECT "_sqlgate_row" FROM "_sqlgate_found_2" UNION ALL SELECT "_sqlgate_row" FROM "_sqlgate_found_4" UNION ALL SELECT "_sqlgate_row" FROM "_sqlgate_found_5") AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS failing WHERE failing."_sqlgate_row" = batch."_sqlgate_row")) AS failing
  LEFT JOIN "_sqlgate_found_2" ON "_sqlgate_found_2"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_4" ON "_sqlgate_found_4"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_5" ON "_sqlgate_found_5"."_sqlgate_row" = failing."_sqlgate_row";

-- gather statistics of the failing rows
ANALYZE pg_temp."_sqlgate_stage" ("_sqlgate_row", "_sqlgate_failed_1");

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" ON COMMIT DROP AS SELECT sets."_sqlgate_failed_1", n, array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 4 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 5 END] AS int[]), NULL) AS "_sqlgate_failed", array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'ordered_at.not_null' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'region.foreign_key' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'stock.enum' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 'once' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 'numbered' END] AS text[]), NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM pg_temp."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
SELECT count(*) FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b');

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, items."pos" FROM pg_temp."_sqlgate_sets" CROSS JOIN LATERAL unnest("_sqlgate_failed") AS items("pos")) AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 15) <> 0 THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 15) <> 0 THEN 0 ELSE n END), 0) AS BIGINT) FROM pg_temp."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM pg_temp."_sqlgate_sets" AS sets WHERE (sets."_sqlgate_failed_1" & 15) <> 0 ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- read checks on target
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" AS "region",
    src."stock" AS "stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b')
),
_sqlgate_passed AS (SELECT batch.* FROM batch WHERE NOT EXISTS (SELECT 1 FROM pg_temp."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = batch."_sqlgate_row" AND (stage."_sqlgate_failed_1" & 15) <> 0)),
_sqlgate_together AS (SELECT present."id" AS "id", present."line" AS "line", present."ordered_at" AS "ordered_at", present."region" AS "region", present."stock" AS "stock" FROM "analytics"."orders" AS present WHERE (present."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND present."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND present."region" = 'a?,''b') IS NOT TRUE
UNION ALL SELECT passed."id", passed."line", passed."ordered_at", passed."region", passed."stock" FROM _sqlgate_passed AS passed)
SELECT CAST(count(*) AS text),
    CAST(count(*) AS text) FROM _sqlgate_together AS batch;

-- count rows in no partition
SELECT count(*), count(CASE WHEN src."ordered_at" IS NULL THEN 1 END), count(CASE WHEN (src."ordered_at" < TIMESTAMP '0001-01-01 00:00:00' OR src."ordered_at" > TIMESTAMP '9999-12-31 23:59:59.999999') THEN 1 END), count(CASE WHEN src."region" IS NULL THEN 1 END) FROM "staging"."orders" AS src WHERE (src."ordered_at" IS NULL OR (src."ordered_at" < TIMESTAMP '0001-01-01 00:00:00' OR src."ordered_at" > TIMESTAMP '9999-12-31 23:59:59.999999') OR src."region" IS NULL) AND (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b') IS NOT TRUE;

-- mark rejected rows that this run makes obsolete
UPDATE "analytics"."orders_rejected" AS src SET "_sqlgate_resolution" = 'superseded', "_sqlgate_resolved_run_id" = CAST($1 AS text) WHERE src."_sqlgate_resolution" IS NULL AND (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b');

-- empty the target
DELETE FROM "analytics"."orders" AS present WHERE present."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND present."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND present."region" = 'a?,''b';

-- write passed rows
INSERT INTO "analytics"."orders" ("id","line","ordered_at","region","stock") SELECT src."id", src."line", src."ordered_at", src."region", src."stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" = 'a?,''b') AND (src.ctid = ANY (CAST($1 AS tid[]))) IS NOT TRUE;

-- write rejected rows
INSERT INTO "analytics"."orders_rejected" ("id","line","ordered_at","region","stock","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", stage."_sqlgate_src_5", CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS timestamptz), sets."_sqlgate_failed_rules", 0 FROM pg_temp."_sqlgate_stage" AS stage JOIN pg_temp."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1" WHERE (stage."_sqlgate_failed_1" & 15) <> 0;
