-- gate customers on duckdb
-- partition region=eu
-- strategy locator: the source is a table whose rows rowid tells apart

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_3" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" COLLATE "binary" AS "region",
    src."email" COLLATE "binary" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu')
)
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."email") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."email" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_3" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" COLLATE "binary" AS "region",
    src."email" COLLATE "binary" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu')
)
(SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."email") AS n FROM batch WHERE batch."email" IS NOT NULL AND CAST(hash(batch."email") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_3")) AS numbered WHERE n > 1)
UNION DISTINCT (SELECT batch."_sqlgate_row" FROM batch WHERE batch."email" IS NOT NULL AND EXISTS (SELECT 1 FROM "analytics"."customers" AS present WHERE present."email" COLLATE "binary" = batch."email" AND NOT EXISTS (SELECT 1 FROM batch AS replacing WHERE present."region" COLLATE "binary" = replacing."region" AND present."id" = replacing."id")));

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_4" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" COLLATE "binary" AS "region",
    src."email" COLLATE "binary" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu')
)
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."id", batch."region") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."id" IS NOT NULL AND batch."region" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_lost_4" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" COLLATE "binary" AS "region",
    src."email" COLLATE "binary" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu')
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", row_number() OVER (PARTITION BY batch."id", batch."region" ORDER BY batch."changed_at" DESC NULLS LAST, batch."id" ASC NULLS LAST, batch."region" ASC NULLS LAST, batch."email" ASC NULLS LAST, batch."_sqlgate_row") AS n FROM batch WHERE batch."id" IS NOT NULL AND batch."region" IS NOT NULL AND CAST(hash(batch."id", batch."region") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_4")) AS numbered WHERE n > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_4" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" COLLATE "binary" AS "region",
    src."email" COLLATE "binary" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu')
)
SELECT "_sqlgate_row" FROM "_sqlgate_lost_4";

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_lost_5" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" COLLATE "binary" AS "region",
    src."email" COLLATE "binary" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu')
)
SELECT batch."_sqlgate_row" FROM batch WHERE EXISTS (SELECT 1 FROM "analytics"."customers" AS present WHERE present."region" COLLATE "binary" = batch."region" AND present."id" = batch."id" AND present."region" COLLATE "binary" = 'eu' AND present."changed_at" IS NOT NULL AND (batch."changed_at" IS NULL OR batch."changed_at" < present."changed_at"));

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_5" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" COLLATE "binary" AS "region",
    src."email" COLLATE "binary" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu')
)
SELECT "_sqlgate_row" FROM "_sqlgate_lost_5";

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" COLLATE "binary" AS "region",
    src."email" COLLATE "binary" AS "email",
    src."changed_at" AS "changed_at",
    src."id" AS "_sqlgate_src_1",
    src."region" AS "_sqlgate_src_2",
    src."email" AS "_sqlgate_src_3",
    src."changed_at" AS "_sqlgate_src_4" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu')
)
 SELECT batch."_sqlgate_row", CASE WHEN batch."id" IS NULL THEN 1 ELSE 0 END
    + CASE WHEN batch."region" IS NULL THEN 2 ELSE 0 END
    + CASE WHEN "_sqlgate_found_3"."_sqlgate_row" IS NOT NULL THEN 4 ELSE 0 END
    + CASE WHEN "_sqlgate_found_4"."_sqlgate_row" IS NOT NULL THEN 8 ELSE 0 END
    + CASE WHEN "_sqlgate_found_5"."_sqlgate_row" IS NOT NULL THEN 16 ELSE 0 END
    + CASE WHEN "_sqlgate_lost_4"."_sqlgate_row" IS NOT NULL THEN 32 ELSE 0 END
    + CASE WHEN "_sqlgate_lost_5"."_sqlgate_row" IS NOT NULL THEN 64 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4" FROM 
batch
  LEFT JOIN "_sqlgate_found_3" ON "_sqlgate_found_3"."_sqlgate_row" = batch."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_4" ON "_sqlgate_found_4"."_sqlgate_row" = batch."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_5" ON "_sqlgate_found_5"."_sqlgate_row" = batch."_sqlgate_row"
  LEFT JOIN "_sqlgate_lost_4" ON "_sqlgate_lost_4"."_sqlgate_row" = batch."_sqlgate_row"
  LEFT JOIN "_sqlgate_lost_5" ON "_sqlgate_lost_5"."_sqlgate_row" = batch."_sqlgate_row" WHERE 
  batch."id" IS NULL
  OR batch."region" IS NULL
  OR "_sqlgate_found_3"."_sqlgate_row" IS NOT NULL
  OR "_sqlgate_found_4"."_sqlgate_row" IS NOT NULL
  OR "_sqlgate_found_5"."_sqlgate_row" IS NOT NULL
  OR "_sqlgate_lost_4"."_sqlgate_row" IS NOT NULL
  OR "_sqlgate_lost_5"."_sqlgate_row" IS NOT NULL;

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" AS SELECT sets."_sqlgate_failed_1", n, list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 4 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 5 END] AS INTEGER[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed", list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'id.not_null' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'region.not_null' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'email.unique' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 'latest' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 'upsert' END] AS VARCHAR[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM temp.main."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
SELECT count(*) FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu');

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, unnest("_sqlgate_failed") AS "pos" FROM temp.main."_sqlgate_sets") AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 96) <> 0 THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM temp.main."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM temp.main."_sqlgate_sets" AS sets WHERE TRUE ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- count rows in no partition
SELECT count(*), count(CASE WHEN src."region" COLLATE "binary" IS NULL THEN 1 END), count(CASE WHEN src."region" COLLATE "binary" NOT IN ('eu', 'us') THEN 1 END) FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" IS NULL OR src."region" COLLATE "binary" NOT IN ('eu', 'us')) AND (src."region" COLLATE "binary" = 'eu') IS NOT TRUE;

-- mark rejected rows that this run makes obsolete
UPDATE "analytics"."customers_rejected" AS src SET "_sqlgate_resolution" = 'superseded', "_sqlgate_resolved_run_id" = CAST($1 AS VARCHAR) WHERE src."_sqlgate_resolution" IS NULL AND (EXISTS (SELECT 1 FROM (SELECT src."changed_at" AS "changed_at", src."region" COLLATE "binary" AS "region", src."id" AS "id" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu')) AS staged WHERE staged."region" = src."region" COLLATE "binary" AND staged."id" = src."id" AND NOT (src."changed_at" IS NOT NULL AND (staged."changed_at" IS NULL OR staged."changed_at" < src."changed_at"))));

-- update rows of the target
UPDATE "analytics"."customers" AS present SET "email" = passed."value_1", "changed_at" = passed."value_2" FROM (SELECT src."email" AS "value_1", src."changed_at" AS "value_2", src."region" COLLATE "binary" AS "key_1", src."id" AS "key_2" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu') AND NOT EXISTS (SELECT 1 FROM temp.main."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = src.rowid)) AS passed WHERE present."region" COLLATE "binary" = passed."key_1" AND present."id" = passed."key_2" AND present."region" COLLATE "binary" = 'eu';

-- write passed rows
INSERT INTO "analytics"."customers" ("id","region","email","changed_at") SELECT src."id", src."region", src."email", src."changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" COLLATE "binary" = 'eu') AND NOT EXISTS (SELECT 1 FROM temp.main."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = src.rowid) AND NOT EXISTS (SELECT 1 FROM "analytics"."customers" AS present WHERE present."region" COLLATE "binary" = src."region" COLLATE "binary" AND present."id" = src."id" AND present."region" COLLATE "binary" = 'eu');

-- write rejected rows
INSERT INTO "analytics"."customers_rejected" ("id","region","email","changed_at","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts","_sqlgate_resolution","_sqlgate_resolved_run_id") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", CAST($1 AS VARCHAR), CAST($2 AS VARCHAR), CAST($3 AS VARCHAR), CAST($4 AS TIMESTAMPTZ), sets."_sqlgate_failed_rules", 0, CASE WHEN (stage."_sqlgate_failed_1" & 96) <> 0 THEN 'superseded' END, CASE WHEN (stage."_sqlgate_failed_1" & 96) <> 0 THEN CAST($5 AS VARCHAR) END FROM temp.main."_sqlgate_stage" AS stage JOIN temp.main."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1";
