-- gate customers on postgres
-- partition region=eu
-- strategy locator: the source is a table whose rows ctid tells apart

-- find rows that fail by themselves
CREATE TEMP TABLE "_sqlgate_row_failures" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" AS "region",
    src."email" AS "email",
    src."changed_at" AS "changed_at",
    src."id" AS "_sqlgate_src_1",
    src."region" AS "_sqlgate_src_2",
    src."email" AS "_sqlgate_src_3",
    src."changed_at" AS "_sqlgate_src_4" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu')
)
 SELECT batch."_sqlgate_row", CASE WHEN batch."id" IS NULL THEN 1 ELSE 0 END
    + CASE WHEN batch."region" IS NULL THEN 2 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4" FROM 
batch WHERE 
  batch."id" IS NULL
  OR batch."region" IS NULL;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_3" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" AS "region",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu')
)
SELECT hash FROM (SELECT (coalesce(hashtextextended(batch."email", 0), 0)) AS hash FROM batch WHERE batch."email" IS NOT NULL) AS hashes GROUP BY hash HAVING count(*) > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_3" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" AS "region",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu')
)
(SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."email") AS n FROM batch WHERE batch."email" IS NOT NULL AND (coalesce(hashtextextended(batch."email", 0), 0)) IN (SELECT hash FROM "_sqlgate_keys_3")) AS numbered WHERE n > 1)
UNION DISTINCT (SELECT batch."_sqlgate_row" FROM batch WHERE batch."email" IS NOT NULL AND EXISTS (SELECT 1 FROM "analytics"."customers" AS present WHERE present."email" = batch."email" AND NOT EXISTS (SELECT 1 FROM batch AS replacing WHERE present."region" = replacing."region" AND present."id" = replacing."id")));

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_4" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" AS "region",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu')
)
SELECT hash FROM (SELECT (coalesce(hashint8extended(CAST(batch."id" AS bigint), 0), 0) # coalesce(hashtextextended(batch."region", 1), 0)) AS hash FROM batch WHERE batch."id" IS NOT NULL AND batch."region" IS NOT NULL) AS hashes GROUP BY hash HAVING count(*) > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_lost_4" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" AS "region",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu')
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", row_number() OVER (PARTITION BY batch."id", batch."region" ORDER BY batch."changed_at" DESC NULLS LAST, batch."id" ASC NULLS LAST, batch."region" COLLATE "C" ASC NULLS LAST, batch."email" COLLATE "C" ASC NULLS LAST, batch."_sqlgate_row") AS n FROM batch WHERE batch."id" IS NOT NULL AND batch."region" IS NOT NULL AND (coalesce(hashint8extended(CAST(batch."id" AS bigint), 0), 0) # coalesce(hashtextextended(batch."region", 1), 0)) IN (SELECT hash FROM "_sqlgate_keys_4")) AS numbered WHERE n > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_4" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" AS "region",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu')
)
SELECT "_sqlgate_row" FROM "_sqlgate_lost_4";

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_lost_5" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" AS "region",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu')
)
SELECT batch."_sqlgate_row" FROM batch WHERE EXISTS (SELECT 1 FROM "analytics"."customers" AS present WHERE present."region" = batch."region" AND present."id" = batch."id" AND present."region" = 'eu' AND present."changed_at" IS NOT NULL AND (batch."changed_at" IS NULL OR batch."changed_at" < present."changed_at"));

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_5" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" AS "region",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu')
)
SELECT "_sqlgate_row" FROM "_sqlgate_lost_5";

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."id" AS "id",
    src."region" AS "region",
    src."email" AS "email",
    src."changed_at" AS "changed_at",
    src."id" AS "_sqlgate_src_1",
    src."region" AS "_sqlgate_src_2",
    src."email" AS "_sqlgate_src_3",
    src."changed_at" AS "_sqlgate_src_4" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu')
)
 SELECT failing."_sqlgate_row", failing."_sqlgate_failed_1" | (CASE WHEN "_sqlgate_found_3"."_sqlgate_row" IS NOT NULL THEN 4 ELSE 0 END
    + CASE WHEN "_sqlgate_found_4"."_sqlgate_row" IS NOT NULL THEN 8 ELSE 0 END
    + CASE WHEN "_sqlgate_found_5"."_sqlgate_row" IS NOT NULL THEN 16 ELSE 0 END
    + CASE WHEN "_sqlgate_lost_4"."_sqlgate_row" IS NOT NULL THEN 32 ELSE 0 END
    + CASE WHEN "_sqlgate_lost_5"."_sqlgate_row" IS NOT NULL THEN 64 ELSE 0 END) AS "_sqlgate_failed_1", failing."_sqlgate_src_1", failing."_sqlgate_src_2", failing."_sqlgate_src_3", failing."_sqlgate_src_4" FROM 
(SELECT * FROM "_sqlgate_row_failures"
  UNION ALL SELECT batch."_sqlgate_row", 0 AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4" FROM batch WHERE batch."_sqlgate_row" IN (SELECT "_sqlgate_row" FROM "_sqlgate_found_3" UNION ALL SELECT "_sqlgate_row" FROM "_sqlgate_found_4" UNION ALL SELECT "_sqlgate_row" FROM "_sqlgate_found_5") AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS failing WHERE failing."_sqlgate_row" = batch."_sqlgate_row")) AS failing
  LEFT JOIN "_sqlgate_found_3" ON "_sqlgate_found_3"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_4" ON "_sqlgate_found_4"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_5" ON "_sqlgate_found_5"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_lost_4" ON "_sqlgate_lost_4"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_lost_5" ON "_sqlgate_lost_5"."_sqlgate_row" = failing."_sqlgate_row";

-- gather statistics of the failing rows
ANALYZE pg_temp."_sqlgate_stage" ("_sqlgate_row", "_sqlgate_failed_1");

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" ON COMMIT DROP AS SELECT sets."_sqlgate_failed_1", n, array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 4 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 5 END] AS int[]), NULL) AS "_sqlgate_failed", array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'id.not_null' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'region.not_null' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'email.unique' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 'latest' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 'upsert' END] AS text[]), NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM pg_temp."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
SELECT count(*) FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu');

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, items."pos" FROM pg_temp."_sqlgate_sets" CROSS JOIN LATERAL unnest("_sqlgate_failed") AS items("pos")) AS pairs GROUP BY pos ORDER BY pos;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 96) <> 0 THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM pg_temp."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM pg_temp."_sqlgate_sets" AS sets WHERE TRUE ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- count rows in no partition
SELECT count(*), count(CASE WHEN src."region" IS NULL THEN 1 END), count(CASE WHEN src."region" NOT IN ('eu', 'us') THEN 1 END) FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" IS NULL OR src."region" NOT IN ('eu', 'us')) AND (src."region" = 'eu') IS NOT TRUE;

-- mark rejected rows that this run makes obsolete
UPDATE "analytics"."customers_rejected" AS src SET "_sqlgate_resolution" = 'superseded', "_sqlgate_resolved_run_id" = CAST($1 AS text) WHERE src."_sqlgate_resolution" IS NULL AND (EXISTS (SELECT 1 FROM (SELECT src."changed_at" AS "changed_at", src."region" AS "region", src."id" AS "id" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu')) AS staged WHERE staged."region" = src."region" AND staged."id" = src."id" AND NOT (src."changed_at" IS NOT NULL AND (staged."changed_at" IS NULL OR staged."changed_at" < src."changed_at"))));

-- update rows of the target
UPDATE "analytics"."customers" AS present SET "email" = passed."value_1", "changed_at" = passed."value_2" FROM (SELECT src."email" AS "value_1", src."changed_at" AS "value_2", src."region" AS "key_1", src."id" AS "key_2" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu') AND NOT EXISTS (SELECT 1 FROM pg_temp."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = src.ctid)) AS passed WHERE present."region" = passed."key_1" AND present."id" = passed."key_2" AND present."region" = 'eu';

-- write passed rows
INSERT INTO "analytics"."customers" ("id","region","email","changed_at") SELECT src."id", src."region", src."email", src."changed_at" FROM "staging"."customers" AS src WHERE (tenant = 'a?b'
) AND (src."region" = 'eu') AND (src.ctid = ANY (CAST($1 AS tid[]))) IS NOT TRUE AND NOT EXISTS (SELECT 1 FROM "analytics"."customers" AS present WHERE present."region" = src."region" AND present."id" = src."id" AND present."region" = 'eu');

-- write rejected rows
INSERT INTO "analytics"."customers_rejected" ("id","region","email","changed_at","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts","_sqlgate_resolution","_sqlgate_resolved_run_id") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS timestamptz), sets."_sqlgate_failed_rules", 0, CASE WHEN (stage."_sqlgate_failed_1" & 96) <> 0 THEN 'superseded' END, CASE WHEN (stage."_sqlgate_failed_1" & 96) <> 0 THEN CAST($5 AS text) END FROM pg_temp."_sqlgate_stage" AS stage JOIN pg_temp."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1";
