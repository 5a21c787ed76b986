-- gate customers on postgres
-- strategy copy: a replay changes the rows that it reads, so they are read once into a temporary table

-- copy the batch
CREATE TEMP TABLE "_sqlgate_batch" ON COMMIT DROP AS SELECT src.ctid AS "_sqlgate_row", src.*, ((_sqlgate_attempts < 3
)) IS TRUE AS "_sqlgate_chosen" FROM "analytics"."customers_rejected" AS src WHERE (src."_sqlgate_resolution" IS NULL
);

-- find rows that fail by themselves
CREATE TEMP TABLE "_sqlgate_row_failures" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AS "id",
    (CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN TRUE WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN TRUE WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN TRUE ELSE FALSE END OR "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_1",
    src."email" AS "email",
    src."changed_at" AS "changed_at",
    src."id" AS "_sqlgate_src_1",
    src."email" AS "_sqlgate_src_2",
    src."changed_at" AS "_sqlgate_src_3" FROM pg_temp."_sqlgate_batch" AS src
)
 SELECT batch."_sqlgate_row", CASE WHEN batch."_sqlgate_unread_1" THEN 1 ELSE 0 END
    + CASE WHEN NOT batch."_sqlgate_unread_1" AND batch."id" IS NULL THEN 2 ELSE 0 END
    + CASE WHEN batch."email" IS NOT NULL AND octet_length(batch."email") > 100 AND char_length(batch."email") > 100 THEN 4 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3" FROM 
batch WHERE 
  batch."_sqlgate_unread_1"
  OR NOT batch."_sqlgate_unread_1" AND batch."id" IS NULL
  OR octet_length(batch."email") > 100 AND char_length(batch."email") > 100;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_4" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AS "id",
    (CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN TRUE WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN TRUE WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN TRUE ELSE FALSE END OR "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_1",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM pg_temp."_sqlgate_batch" AS src
)
SELECT hash FROM (SELECT coalesce(CAST(batch."id" AS bigint), 0) AS hash FROM batch WHERE NOT batch."_sqlgate_unread_1" AND batch."id" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS invalid WHERE invalid."_sqlgate_row" = batch."_sqlgate_row" AND (invalid."_sqlgate_failed_1" & 7) <> 0)) AS hashes GROUP BY hash HAVING count(*) > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_lost_4" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AS "id",
    (CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN TRUE WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN TRUE WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN TRUE ELSE FALSE END OR "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_1",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM pg_temp."_sqlgate_batch" AS src
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", row_number() OVER (PARTITION BY batch."id" ORDER BY batch."changed_at" DESC NULLS LAST, batch."id" ASC NULLS LAST, batch."email" COLLATE "C" ASC NULLS LAST, batch."_sqlgate_row") AS n FROM batch WHERE NOT batch."_sqlgate_unread_1" AND batch."id" IS NOT NULL AND coalesce(CAST(batch."id" AS bigint), 0) IN (SELECT hash FROM "_sqlgate_keys_4") AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS invalid WHERE invalid."_sqlgate_row" = batch."_sqlgate_row" AND (invalid."_sqlgate_failed_1" & 7) <> 0)) AS numbered WHERE n > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_4" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AS "id",
    (CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN TRUE WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN TRUE WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN TRUE ELSE FALSE END OR "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_1",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM pg_temp."_sqlgate_batch" AS src
)
(SELECT "_sqlgate_row" FROM "_sqlgate_lost_4")
UNION DISTINCT (SELECT batch."_sqlgate_row" FROM batch WHERE NOT batch."_sqlgate_unread_1" AND batch."id" IS NOT NULL AND EXISTS (SELECT 1 FROM "analytics"."customers" AS present WHERE present."id" = batch."id" AND NOT EXISTS (SELECT 1 FROM batch AS replacing WHERE present."id" = replacing."id")) AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS invalid WHERE invalid."_sqlgate_row" = batch."_sqlgate_row" AND (invalid."_sqlgate_failed_1" & 7) <> 0));

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_5" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AS "id",
    (CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN TRUE WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN TRUE WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN TRUE ELSE FALSE END OR "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_1",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM pg_temp."_sqlgate_batch" AS src
)
SELECT pos AS "_sqlgate_row" FROM (SELECT items."pos" FROM (SELECT array_agg(batch."_sqlgate_row") AS locators FROM (SELECT batch."_sqlgate_row", batch."id" AS "id", batch."email" AS "email", batch."changed_at" AS "changed_at" FROM batch
UNION ALL SELECT NULL AS "_sqlgate_row", present."id" AS "id", present."email" AS "email", present."changed_at" AS "changed_at" FROM "analytics"."customers" AS present WHERE NOT EXISTS (SELECT 1 FROM batch AS replacing WHERE present."id" = replacing."id")) AS batch GROUP BY batch."email" HAVING count(*) > 3) AS broken CROSS JOIN LATERAL unnest(locators) AS items("pos")) AS listed;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_lost_6" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AS "id",
    (CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN TRUE WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN TRUE WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN TRUE ELSE FALSE END OR "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_1",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM pg_temp."_sqlgate_batch" AS src
)
SELECT batch."_sqlgate_row" FROM batch WHERE NOT batch."_sqlgate_unread_1" AND EXISTS (SELECT 1 FROM "analytics"."customers" AS present WHERE present."id" = batch."id" AND present."changed_at" IS NOT NULL AND (batch."changed_at" IS NULL OR batch."changed_at" < present."changed_at"));

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_6" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AS "id",
    (CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN TRUE WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN TRUE WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN TRUE ELSE FALSE END OR "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_1",
    src."email" AS "email",
    src."changed_at" AS "changed_at" FROM pg_temp."_sqlgate_batch" AS src
)
SELECT "_sqlgate_row" FROM "_sqlgate_lost_6";

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" ON COMMIT DROP AS
WITH batch AS (
  SELECT src."_sqlgate_row" AS "_sqlgate_row",
    CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AS "id",
    (CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN TRUE WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN TRUE WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN TRUE ELSE FALSE END OR "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_1",
    src."email" AS "email",
    src."changed_at" AS "changed_at",
    src."id" AS "_sqlgate_src_1",
    src."email" AS "_sqlgate_src_2",
    src."changed_at" AS "_sqlgate_src_3" FROM pg_temp."_sqlgate_batch" AS src WHERE src."_sqlgate_chosen"
)
 SELECT failing."_sqlgate_row", failing."_sqlgate_failed_1" | (CASE WHEN "_sqlgate_found_4"."_sqlgate_row" IS NOT NULL THEN 8 ELSE 0 END
    + CASE WHEN "_sqlgate_found_5"."_sqlgate_row" IS NOT NULL THEN 16 ELSE 0 END
    + CASE WHEN "_sqlgate_found_6"."_sqlgate_row" IS NOT NULL THEN 32 ELSE 0 END
    + CASE WHEN "_sqlgate_lost_4"."_sqlgate_row" IS NOT NULL THEN 64 ELSE 0 END
    + CASE WHEN "_sqlgate_lost_6"."_sqlgate_row" IS NOT NULL THEN 128 ELSE 0 END) AS "_sqlgate_failed_1", failing."_sqlgate_src_1", failing."_sqlgate_src_2", failing."_sqlgate_src_3" FROM 
(SELECT * FROM "_sqlgate_row_failures"
  UNION ALL SELECT batch."_sqlgate_row", 0 AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3" FROM batch WHERE batch."_sqlgate_row" IN (SELECT "_sqlgate_row" FROM "_sqlgate_found_4" UNION ALL SELECT "_sqlgate_row" FROM "_sqlgate_found_5" UNION ALL SELECT "_sqlgate_row" FROM "_sqlgate_found_6") AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS failing WHERE failing."_sqlgate_row" = batch."_sqlgate_row")) AS failing
  LEFT JOIN "_sqlgate_found_4" ON "_sqlgate_found_4"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_5" ON "_sqlgate_found_5"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_found_6" ON "_sqlgate_found_6"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_lost_4" ON "_sqlgate_lost_4"."_sqlgate_row" = failing."_sqlgate_row"
  LEFT JOIN "_sqlgate_lost_6" ON "_sqlgate_lost_6"."_sqlgate_row" = failing."_sqlgate_row" WHERE failing."_sqlgate_row" IN (SELECT batch."_sqlgate_row" FROM batch);

-- gather statistics of the failing rows
ANALYZE pg_temp."_sqlgate_stage" ("_sqlgate_row", "_sqlgate_failed_1");

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" ON COMMIT DROP AS SELECT sets."_sqlgate_failed_1", n, array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 4 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 5 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 32) <> 0 THEN 6 END] AS int[]), NULL) AS "_sqlgate_failed", array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'id.cast' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'id.not_null' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'email.max_length' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 'latest' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 'few' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 32) <> 0 THEN 'upsert' END] AS text[]), NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM pg_temp."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
SELECT count(*) FROM pg_temp."_sqlgate_batch" AS src WHERE src."_sqlgate_chosen";

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, items."pos" FROM pg_temp."_sqlgate_sets" CROSS JOIN LATERAL unnest("_sqlgate_failed") AS items("pos")) AS pairs GROUP BY pos ORDER BY pos;

-- count unknown rows per rule
SELECT CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN n ELSE 0 END), 0) AS BIGINT),
    CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN n ELSE 0 END), 0) AS BIGINT),
    CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN n ELSE 0 END), 0) AS BIGINT) FROM pg_temp."_sqlgate_sets" AS sets;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 192) <> 0 THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM pg_temp."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM pg_temp."_sqlgate_sets" AS sets WHERE TRUE ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- mark the other rows of the same keys as superseded
UPDATE "analytics"."customers_rejected" AS src SET "_sqlgate_resolution" = 'superseded', "_sqlgate_resolved_run_id" = CAST($1 AS text) WHERE src.ctid IN (SELECT "_sqlgate_row" FROM pg_temp."_sqlgate_batch" WHERE NOT "_sqlgate_chosen") AND EXISTS (SELECT 1 FROM (SELECT src."changed_at" AS "changed_at", CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AS "id" FROM pg_temp."_sqlgate_batch" AS src WHERE src."_sqlgate_chosen" AND NOT EXISTS (SELECT 1 FROM pg_temp."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = src."_sqlgate_row")) AS staged WHERE staged."id" = CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AND NOT (src."changed_at" IS NOT NULL AND (staged."changed_at" IS NULL OR staged."changed_at" < src."changed_at")));

-- update rows of the target
UPDATE "analytics"."customers" AS present SET "email" = passed."value_1", "changed_at" = passed."value_2" FROM (SELECT src."email" AS "value_1", src."changed_at" AS "value_2", CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END AS "key_1" FROM pg_temp."_sqlgate_batch" AS src WHERE src."_sqlgate_chosen" AND NOT EXISTS (SELECT 1 FROM pg_temp."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = src."_sqlgate_row")) AS passed WHERE present."id" = passed."key_1";

-- write passed rows
INSERT INTO "analytics"."customers" ("id","email","changed_at") SELECT CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END, src."email", src."changed_at" FROM pg_temp."_sqlgate_batch" AS src WHERE src."_sqlgate_chosen" AND (src."_sqlgate_row" = ANY (CAST($1 AS tid[]))) IS NOT TRUE AND NOT EXISTS (SELECT 1 FROM "analytics"."customers" AS present WHERE present."id" = CASE WHEN "src"."id" COLLATE "C" ~ '\A[\+\-]?0*[0-9]{1}[0-9]{0,17}\Z' THEN CAST("src"."id" AS bigint) WHEN "src"."id" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?0*[0-9]{1}[0-9]{0,17}[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) WHEN ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\+?0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775807') IS TRUE OR ((regexp_match("src"."id" COLLATE "C", '\A[\u0009-\u000D ]*\-0*([0-9]{19})[\u0009-\u000D ]*\Z'))[1] COLLATE "C" <= '9223372036854775808') IS TRUE THEN CAST(btrim("src"."id", E' \t\n\x0b\x0c\r') AS bigint) END);

-- mark the passed rows as replayed
UPDATE "analytics"."customers_rejected" AS src SET "_sqlgate_attempts" = coalesce(src."_sqlgate_attempts", 0) + 1, "_sqlgate_resolution" = 'replayed', "_sqlgate_resolved_run_id" = CAST($1 AS text) FROM (SELECT src."_sqlgate_row" FROM pg_temp."_sqlgate_batch" AS src WHERE src."_sqlgate_chosen" AND NOT EXISTS (SELECT 1 FROM pg_temp."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = src."_sqlgate_row")) AS passed WHERE src.ctid = passed."_sqlgate_row";

-- keep the rows that fail again
UPDATE "analytics"."customers_rejected" AS src SET "_sqlgate_failed_rules" = failing."_sqlgate_failed_rules", "_sqlgate_attempts" = coalesce(src."_sqlgate_attempts", 0) + 1, "_sqlgate_resolution" = CASE WHEN failing."superseded" THEN 'superseded' END, "_sqlgate_resolved_run_id" = CASE WHEN failing."superseded" THEN CAST($1 AS text) END, "rule__id__cast" = failing."rule__id__cast", "rule__id__not_null" = failing."rule__id__not_null", "rule__email__max_length" = failing."rule__email__max_length", "rule__latest" = failing."rule__latest", "rule__few" = failing."rule__few", "rule__upsert" = failing."rule__upsert" FROM (SELECT stage."_sqlgate_row", sets."_sqlgate_failed_rules", (stage."_sqlgate_failed_1" & 192) <> 0 AS "superseded", CASE WHEN (stage."_sqlgate_failed_1" & 1) <> 0 THEN 'invalid' ELSE 'valid' END AS "rule__id__cast", CASE WHEN (stage."_sqlgate_failed_1" & 2) <> 0 THEN 'invalid' WHEN (stage."_sqlgate_failed_1" & 1) <> 0 THEN 'unknown' ELSE 'valid' END AS "rule__id__not_null", CASE WHEN (stage."_sqlgate_failed_1" & 4) <> 0 THEN 'invalid' ELSE 'valid' END AS "rule__email__max_length", CASE WHEN (stage."_sqlgate_failed_1" & 8) <> 0 THEN 'invalid' WHEN (stage."_sqlgate_failed_1" & 1) <> 0 THEN 'unknown' ELSE 'valid' END AS "rule__latest", CASE WHEN (stage."_sqlgate_failed_1" & 16) <> 0 THEN 'invalid' ELSE 'valid' END AS "rule__few", CASE WHEN (stage."_sqlgate_failed_1" & 32) <> 0 THEN 'invalid' WHEN (stage."_sqlgate_failed_1" & 1) <> 0 THEN 'unknown' ELSE 'valid' END AS "rule__upsert" FROM pg_temp."_sqlgate_stage" AS stage JOIN pg_temp."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1") AS failing WHERE src.ctid = failing."_sqlgate_row";
