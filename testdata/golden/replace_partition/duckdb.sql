-- gate orders on duckdb
-- partition day=2026-01-31,region="a?,'b"
-- strategy locator: the source is a table whose rows rowid tells apart

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_2" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" COLLATE "binary" AS "region",
    src."stock" AS "stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" COLLATE "binary" = 'a?,''b')
)
SELECT batch."_sqlgate_row" FROM batch WHERE batch."region" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "analytics"."regions" AS referenced WHERE referenced."code" COLLATE "binary" = batch."region" AND referenced."code" COLLATE "binary" = 'a?,''b');

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_4" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" COLLATE "binary" AS "region",
    src."stock" AS "stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" COLLATE "binary" = 'a?,''b')
)
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."id", batch."line") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."id" IS NOT NULL AND batch."line" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_4" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" COLLATE "binary" AS "region",
    src."stock" AS "stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" COLLATE "binary" = 'a?,''b')
)
(SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."id", batch."line") AS n FROM batch WHERE batch."id" IS NOT NULL AND batch."line" IS NOT NULL AND CAST(hash(batch."id", batch."line") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_4")) AS numbered WHERE n > 1)
UNION DISTINCT (SELECT batch."_sqlgate_row" FROM batch WHERE batch."id" IS NOT NULL AND batch."line" IS NOT NULL AND EXISTS (SELECT 1 FROM "analytics"."orders" AS present WHERE present."id" = batch."id" AND present."line" = batch."line" AND (present."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND present."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND present."region" COLLATE "binary" = 'a?,''b') IS NOT TRUE));

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_5" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" COLLATE "binary" AS "region",
    src."stock" AS "stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" COLLATE "binary" = 'a?,''b')
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", batch."line" AS "_sqlgate_value", lag(batch."line") OVER (PARTITION BY batch."id" ORDER BY batch."line" ASC NULLS FIRST, batch."id" ASC NULLS LAST, batch."ordered_at" ASC NULLS LAST, batch."region" ASC NULLS LAST, CAST(batch."stock" AS VARCHAR) ASC NULLS LAST, batch."_sqlgate_row") AS "_sqlgate_earlier" FROM batch WHERE batch."line" IS NOT NULL) AS "steps" WHERE "steps"."_sqlgate_earlier" IS NOT NULL AND "steps"."_sqlgate_value" <> (CAST("steps"."_sqlgate_earlier" AS BIGINT) + 1);

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" COLLATE "binary" AS "region",
    src."stock" AS "stock",
    src."id" AS "_sqlgate_src_1",
    src."line" AS "_sqlgate_src_2",
    src."ordered_at" AS "_sqlgate_src_3",
    src."region" AS "_sqlgate_src_4",
    src."stock" AS "_sqlgate_src_5" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" COLLATE "binary" = 'a?,''b')
)
 SELECT batch."_sqlgate_row", CASE WHEN batch."ordered_at" IS NULL THEN 1 ELSE 0 END
    + CASE WHEN "_sqlgate_found_2"."_sqlgate_row" IS NOT NULL THEN 2 ELSE 0 END
    + CASE WHEN batch."stock" IS NOT NULL AND batch."stock" NOT IN ('s', 'm') THEN 4 ELSE 0 END
    + CASE WHEN "_sqlgate_found_4"."_sqlgate_row" IS NOT NULL THEN 8 ELSE 0 END
    + CASE WHEN "_sqlgate_found_5"."_sqlgate_row" IS NOT NULL THEN 16 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4", batch."_sqlgate_src_5" FROM 
batch
  LEFT JOIN "_sqlgate_found_2" ON "_sqlgate_found_2"."_sqlgate_row" = batch."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_4" ON "_sqlgate_found_4"."_sqlgate_row" = batch."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_5" ON "_sqlgate_found_5"."_sqlgate_row" = batch."_sqlgate_row" WHERE 
  batch."ordered_at" IS NULL
  OR batch."stock" NOT IN ('s', 'm')
  OR "_sqlgate_found_2"."_sqlgate_row" IS NOT NULL
  OR "_sqlgate_found_4"."_sqlgate_row" IS NOT NULL
  OR "_sqlgate_found_5"."_sqlgate_row" IS NOT NULL;

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" AS SELECT sets."_sqlgate_failed_1", n, list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 4 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 5 END] AS INTEGER[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed", list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'ordered_at.not_null' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'region.foreign_key' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'stock.enum' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 'once' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 'numbered' END] AS VARCHAR[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM temp.main."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
SELECT count(*) FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" COLLATE "binary" = 'a?,''b');

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, unnest("_sqlgate_failed") AS "pos" FROM temp.main."_sqlgate_sets") AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 15) <> 0 THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 15) <> 0 THEN 0 ELSE n END), 0) AS BIGINT) FROM temp.main."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM temp.main."_sqlgate_sets" AS sets WHERE (sets."_sqlgate_failed_1" & 15) <> 0 ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- read checks on target
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."line" AS "line",
    src."ordered_at" AS "ordered_at",
    src."region" COLLATE "binary" AS "region",
    src."stock" AS "stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" COLLATE "binary" = 'a?,''b')
),
_sqlgate_passed AS (SELECT batch.* FROM batch WHERE NOT EXISTS (SELECT 1 FROM temp.main."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = batch."_sqlgate_row" AND (stage."_sqlgate_failed_1" & 15) <> 0)),
_sqlgate_together AS (SELECT present."id" AS "id", present."line" AS "line", present."ordered_at" AS "ordered_at", present."region" COLLATE "binary" AS "region", present."stock" AS "stock" FROM "analytics"."orders" AS present WHERE (present."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND present."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND present."region" COLLATE "binary" = 'a?,''b') IS NOT TRUE
UNION ALL SELECT passed."id", passed."line", passed."ordered_at", passed."region", passed."stock" FROM _sqlgate_passed AS passed)
SELECT CAST(count(*) AS VARCHAR),
    CAST(count(*) AS VARCHAR) FROM _sqlgate_together AS batch;

-- count rows in no partition
SELECT count(*), count(CASE WHEN src."ordered_at" IS NULL THEN 1 END), count(CASE WHEN (src."ordered_at" < TIMESTAMP '0001-01-01 00:00:00' OR src."ordered_at" > TIMESTAMP '9999-12-31 23:59:59.999999') THEN 1 END), count(CASE WHEN src."region" COLLATE "binary" IS NULL THEN 1 END) FROM "staging"."orders" AS src WHERE (src."ordered_at" IS NULL OR (src."ordered_at" < TIMESTAMP '0001-01-01 00:00:00' OR src."ordered_at" > TIMESTAMP '9999-12-31 23:59:59.999999') OR src."region" COLLATE "binary" IS NULL) AND (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" COLLATE "binary" = 'a?,''b') IS NOT TRUE;

-- mark rejected rows that this run makes obsolete
UPDATE "analytics"."orders_rejected" AS src SET "_sqlgate_resolution" = 'superseded', "_sqlgate_resolved_run_id" = CAST($1 AS VARCHAR) WHERE src."_sqlgate_resolution" IS NULL AND (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" COLLATE "binary" = 'a?,''b');

-- empty the target
DELETE FROM "analytics"."orders" AS present WHERE present."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND present."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND present."region" COLLATE "binary" = 'a?,''b';

-- write passed rows
INSERT INTO "analytics"."orders" ("id","line","ordered_at","region","stock") SELECT src."id", src."line", src."ordered_at", src."region", src."stock" FROM "staging"."orders" AS src WHERE (src."ordered_at" >= TIMESTAMP '2026-01-31 00:00:00' AND src."ordered_at" < TIMESTAMP '2026-02-01 00:00:00' AND src."region" COLLATE "binary" = 'a?,''b') AND NOT EXISTS (SELECT 1 FROM temp.main."_sqlgate_stage" AS stage WHERE (stage."_sqlgate_failed_1" & 15) <> 0 AND stage."_sqlgate_row" = src.rowid);

-- write rejected rows
INSERT INTO "analytics"."orders_rejected" ("id","line","ordered_at","region","stock","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", stage."_sqlgate_src_5", CAST($1 AS VARCHAR), CAST($2 AS VARCHAR), CAST($3 AS VARCHAR), CAST($4 AS TIMESTAMPTZ), sets."_sqlgate_failed_rules", 0 FROM temp.main."_sqlgate_stage" AS stage JOIN temp.main."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1" WHERE (stage."_sqlgate_failed_1" & 15) <> 0;
