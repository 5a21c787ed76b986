-- gate measured on postgres
-- strategy locator: the source is a table whose rows ctid tells apart

-- find rows that fail by themselves
CREATE TEMP TABLE "_sqlgate_row_failures" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."Region" AS "region",
    src."status" AS "status",
    CASE WHEN "src"."amount" COLLATE "C" ~ '\A[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)\Z' THEN CAST("src"."amount" AS numeric(10,2)) WHEN "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."amount", E' \t\n\x0b\x0c\r') AS numeric(10,2)) END AS "amount",
    ("src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' OR "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_4",
    src."total" AS "total",
    src."weight" AS "weight",
    src."paid" AS "paid",
    src."shipped_on" AS "shipped_on",
    src."loaded_at" AS "loaded_at",
    src."salary" AS "salary",
    src."born_on" AS "born_on",
    src."name" AS "name",
    src."tags" AS "tags",
    src."payload" AS "payload",
    CAST($1 AS timestamptz) AS "_sqlgate_started_at",
    src."order_id" AS "_sqlgate_src_1",
    src."Region" AS "_sqlgate_src_2",
    src."status" AS "_sqlgate_src_3",
    src."amount" AS "_sqlgate_src_4",
    src."total" AS "_sqlgate_src_5",
    src."weight" AS "_sqlgate_src_6",
    src."paid" AS "_sqlgate_src_7",
    src."shipped_on" AS "_sqlgate_src_8",
    src."loaded_at" AS "_sqlgate_src_9",
    src."salary" AS "_sqlgate_src_10",
    src."born_on" AS "_sqlgate_src_11",
    src."name" AS "_sqlgate_src_12",
    src."tags" AS "_sqlgate_src_13",
    src."payload" AS "_sqlgate_src_14" FROM "staging"."orders" AS src
)
 SELECT batch."_sqlgate_row", CASE WHEN batch."region" IS NOT NULL AND octet_length(batch."region") > 20 AND char_length(batch."region") > 20 THEN 1 ELSE 0 END
    + CASE WHEN batch."status" IS NOT NULL AND CAST(batch."status" AS text) COLLATE "C" NOT IN ('new', 'it''s') THEN 2 ELSE 0 END
    + CASE WHEN batch."_sqlgate_unread_4" THEN 4 ELSE 0 END
    + CASE WHEN NOT batch."_sqlgate_unread_4" AND batch."amount" IS NOT NULL AND (batch."amount" < 0 OR (batch."amount" = CAST('NaN' AS numeric))) THEN 8 ELSE 0 END
    + CASE WHEN batch."loaded_at" IS NOT NULL AND batch."loaded_at" > batch."_sqlgate_started_at" THEN 16 ELSE 0 END
    + CASE WHEN batch."order_id" IS NULL THEN 32 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4", batch."_sqlgate_src_5", batch."_sqlgate_src_6", batch."_sqlgate_src_7", batch."_sqlgate_src_8", batch."_sqlgate_src_9", batch."_sqlgate_src_10", batch."_sqlgate_src_11", batch."_sqlgate_src_12", batch."_sqlgate_src_13", batch."_sqlgate_src_14" FROM 
batch WHERE 
  octet_length(batch."region") > 20 AND char_length(batch."region") > 20
  OR CAST(batch."status" AS text) COLLATE "C" NOT IN ('new', 'it''s')
  OR batch."_sqlgate_unread_4"
  OR NOT batch."_sqlgate_unread_4" AND (batch."amount" < 0 OR (batch."amount" = CAST('NaN' AS numeric)))
  OR batch."loaded_at" IS NOT NULL AND batch."loaded_at" > batch."_sqlgate_started_at"
  OR batch."order_id" IS NULL;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_6" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."Region" AS "region",
    src."status" AS "status",
    CASE WHEN "src"."amount" COLLATE "C" ~ '\A[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)\Z' THEN CAST("src"."amount" AS numeric(10,2)) WHEN "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."amount", E' \t\n\x0b\x0c\r') AS numeric(10,2)) END AS "amount",
    ("src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' OR "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_4",
    src."total" AS "total",
    src."weight" AS "weight",
    src."paid" AS "paid",
    src."shipped_on" AS "shipped_on",
    src."loaded_at" AS "loaded_at",
    src."salary" AS "salary",
    src."born_on" AS "born_on",
    src."name" AS "name",
    src."tags" AS "tags",
    src."payload" AS "payload",
    CAST($1 AS timestamptz) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
)
SELECT hash FROM (SELECT coalesce(CAST(batch."order_id" AS bigint), 0) AS hash FROM batch WHERE batch."order_id" IS NOT NULL) AS hashes GROUP BY hash HAVING count(*) > 1;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_6" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."Region" AS "region",
    src."status" AS "status",
    CASE WHEN "src"."amount" COLLATE "C" ~ '\A[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)\Z' THEN CAST("src"."amount" AS numeric(10,2)) WHEN "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."amount", E' \t\n\x0b\x0c\r') AS numeric(10,2)) END AS "amount",
    ("src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' OR "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_4",
    src."total" AS "total",
    src."weight" AS "weight",
    src."paid" AS "paid",
    src."shipped_on" AS "shipped_on",
    src."loaded_at" AS "loaded_at",
    src."salary" AS "salary",
    src."born_on" AS "born_on",
    src."name" AS "name",
    src."tags" AS "tags",
    src."payload" AS "payload",
    CAST($1 AS timestamptz) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."order_id") AS n FROM batch WHERE batch."order_id" IS NOT NULL AND coalesce(CAST(batch."order_id" AS bigint), 0) IN (SELECT hash FROM "_sqlgate_keys_6")) AS numbered WHERE n > 1;

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" ON COMMIT DROP AS
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."Region" AS "region",
    src."status" AS "status",
    CASE WHEN "src"."amount" COLLATE "C" ~ '\A[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)\Z' THEN CAST("src"."amount" AS numeric(10,2)) WHEN "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."amount", E' \t\n\x0b\x0c\r') AS numeric(10,2)) END AS "amount",
    ("src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' OR "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_4",
    src."total" AS "total",
    src."weight" AS "weight",
    src."paid" AS "paid",
    src."shipped_on" AS "shipped_on",
    src."loaded_at" AS "loaded_at",
    src."salary" AS "salary",
    src."born_on" AS "born_on",
    src."name" AS "name",
    src."tags" AS "tags",
    src."payload" AS "payload",
    CAST($1 AS timestamptz) AS "_sqlgate_started_at",
    src."order_id" AS "_sqlgate_src_1",
    src."Region" AS "_sqlgate_src_2",
    src."status" AS "_sqlgate_src_3",
    src."amount" AS "_sqlgate_src_4",
    src."total" AS "_sqlgate_src_5",
    src."weight" AS "_sqlgate_src_6",
    src."paid" AS "_sqlgate_src_7",
    src."shipped_on" AS "_sqlgate_src_8",
    src."loaded_at" AS "_sqlgate_src_9",
    src."salary" AS "_sqlgate_src_10",
    src."born_on" AS "_sqlgate_src_11",
    src."name" AS "_sqlgate_src_12",
    src."tags" AS "_sqlgate_src_13",
    src."payload" AS "_sqlgate_src_14" FROM "staging"."orders" AS src
)
 SELECT failing."_sqlgate_row", failing."_sqlgate_failed_1" | (CASE WHEN "_sqlgate_found_6"."_sqlgate_row" IS NOT NULL THEN 32 ELSE 0 END) AS "_sqlgate_failed_1", failing."_sqlgate_src_1", failing."_sqlgate_src_2", failing."_sqlgate_src_3", failing."_sqlgate_src_4", failing."_sqlgate_src_5", failing."_sqlgate_src_6", failing."_sqlgate_src_7", failing."_sqlgate_src_8", failing."_sqlgate_src_9", failing."_sqlgate_src_10", failing."_sqlgate_src_11", failing."_sqlgate_src_12", failing."_sqlgate_src_13", failing."_sqlgate_src_14" FROM 
(SELECT * FROM "_sqlgate_row_failures"
  UNION ALL SELECT batch."_sqlgate_row", 0 AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4", batch."_sqlgate_src_5", batch."_sqlgate_src_6", batch."_sqlgate_src_7", batch."_sqlgate_src_8", batch."_sqlgate_src_9", batch."_sqlgate_src_10", batch."_sqlgate_src_11", batch."_sqlgate_src_12", batch."_sqlgate_src_13", batch."_sqlgate_src_14" FROM batch WHERE batch."_sqlgate_row" IN (SELECT "_sqlgate_row" FROM "_sqlgate_found_6") AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS failing WHERE failing."_sqlgate_row" = batch."_sqlgate_row")) AS failing
  LEFT JOIN "_sqlgate_found_6" ON "_sqlgate_found_6"."_sqlgate_row" = failing."_sqlgate_row";

-- gather statistics of the failing rows
ANALYZE pg_temp."_sqlgate_stage" ("_sqlgate_row", "_sqlgate_failed_1");

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" ON COMMIT DROP AS SELECT sets."_sqlgate_failed_1", n, array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 4 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 5 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 32) <> 0 THEN 6 END] AS int[]), NULL) AS "_sqlgate_failed", array_remove(CAST(ARRAY[CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'region.max_length' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'status.enum' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'amount.cast' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 'amount.min' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 'loaded_at.not_in_future' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 32) <> 0 THEN 'primary_key' END] AS text[]), NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM pg_temp."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
SELECT count(*) FROM "staging"."orders" AS src;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, items."pos" FROM pg_temp."_sqlgate_sets" CROSS JOIN LATERAL unnest("_sqlgate_failed") AS items("pos")) AS pairs GROUP BY pos ORDER BY pos;

-- count unknown rows per rule
SELECT CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN n ELSE 0 END), 0) AS BIGINT) FROM pg_temp."_sqlgate_sets" AS sets;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM pg_temp."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM pg_temp."_sqlgate_sets" AS sets WHERE TRUE ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- read the statistics of the passed rows
WITH batch AS (
  SELECT src.ctid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."Region" AS "region",
    src."status" AS "status",
    CASE WHEN "src"."amount" COLLATE "C" ~ '\A[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)\Z' THEN CAST("src"."amount" AS numeric(10,2)) WHEN "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."amount", E' \t\n\x0b\x0c\r') AS numeric(10,2)) END AS "amount",
    ("src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' OR "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*(?:)[\u0009-\u000D ]*\Z') IS FALSE AS "_sqlgate_unread_4",
    src."total" AS "total",
    src."weight" AS "weight",
    src."paid" AS "paid",
    src."shipped_on" AS "shipped_on",
    src."loaded_at" AS "loaded_at",
    src."salary" AS "salary",
    src."born_on" AS "born_on",
    src."name" AS "name",
    src."tags" AS "tags",
    src."payload" AS "payload",
    CAST($1 AS timestamptz) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
),
_sqlgate_passed AS (SELECT batch.* FROM batch WHERE NOT EXISTS (SELECT 1 FROM pg_temp."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = batch."_sqlgate_row"))
SELECT CAST(count(*) AS text) AS plain_1,
    CAST(count(batch."order_id") AS text) AS plain_2,
    CAST(min(batch."order_id") AS text) AS plain_3,
    CAST(max(batch."order_id") AS text) AS plain_4,
    CAST(count(batch."_sqlgate_measured_1") AS text) AS plain_5,
    CAST(sum(CAST(batch."_sqlgate_measured_1" AS numeric(38,0))) AS text) AS plain_6,
    CAST(stddev_samp(batch."_sqlgate_float_1") AS text) AS plain_7,
    CAST((percentile_disc(CAST(ARRAY[0.5, 0.5000000001] AS double precision[])) WITHIN GROUP (ORDER BY batch."_sqlgate_measured_1"))[1] AS text) AS plain_8,
    CAST((percentile_disc(CAST(ARRAY[0.5, 0.5000000001] AS double precision[])) WITHIN GROUP (ORDER BY batch."_sqlgate_measured_1"))[2] AS text) AS plain_9,
    CAST(count(batch."region") AS text) AS plain_10,
    CAST(min(char_length(batch."region")) AS text) AS plain_11,
    CAST(max(char_length(batch."region")) AS text) AS plain_12,
    CAST(count(CASE WHEN char_length(batch."region") = 0 THEN 1 END) AS text) AS plain_13,
    CAST(count(DISTINCT batch."region" COLLATE "C") AS text) AS plain_14,
    CAST(count(batch."status") AS text) AS plain_15,
    CAST(min(char_length(CAST(batch."status" AS text))) AS text) AS plain_16,
    CAST(max(char_length(CAST(batch."status" AS text))) AS text) AS plain_17,
    CAST(count(CASE WHEN char_length(CAST(batch."status" AS text)) = 0 THEN 1 END) AS text) AS plain_18,
    CAST(count(DISTINCT CAST(batch."status" AS text) COLLATE "C") AS text) AS plain_19,
    CAST(count(batch."amount") AS text) AS plain_20,
    CAST(CASE WHEN bool_or((batch."amount" = CAST('NaN' AS numeric))) THEN max(batch."amount") ELSE min(batch."amount") END AS text) AS plain_21,
    CAST(max(batch."amount") AS text) AS plain_22,
    CAST(count(batch."_sqlgate_measured_4") AS text) AS plain_23,
    CAST(sum(batch."_sqlgate_measured_4") AS text) AS plain_24,
    CAST(stddev_samp(batch."_sqlgate_float_4") AS text) AS plain_25,
    CAST((percentile_disc(CAST(ARRAY[0.5, 0.5000000001] AS double precision[])) WITHIN GROUP (ORDER BY batch."_sqlgate_measured_4"))[1] AS text) AS plain_26,
    CAST((percentile_disc(CAST(ARRAY[0.5, 0.5000000001] AS double precision[])) WITHIN GROUP (ORDER BY batch."_sqlgate_measured_4"))[2] AS text) AS plain_27,
    CAST(count(batch."total") AS text) AS plain_28,
    CAST(CASE WHEN bool_or((batch."total" = CAST('NaN' AS numeric))) THEN max(batch."total") ELSE min(batch."total") END AS text) AS plain_29,
    CAST(max(batch."total") AS text) AS plain_30,
    CAST(count(batch."_sqlgate_measured_5") AS text) AS plain_31,
    CAST(sum(batch."_sqlgate_measured_5") AS text) AS plain_32,
    CAST(stddev_samp(batch."_sqlgate_float_5") AS text) AS plain_33,
    CAST((percentile_disc(CAST(ARRAY[0.5, 0.5000000001] AS double precision[])) WITHIN GROUP (ORDER BY batch."_sqlgate_measured_5"))[1] AS text) AS plain_34,
    CAST((percentile_disc(CAST(ARRAY[0.5, 0.5000000001] AS double precision[])) WITHIN GROUP (ORDER BY batch."_sqlgate_measured_5"))[2] AS text) AS plain_35,
    CAST(count(batch."weight") AS text) AS plain_36,
    CAST(CASE WHEN bool_or((batch."weight" = CAST('NaN' AS double precision))) THEN max(batch."weight") ELSE min(batch."weight") END AS text) AS plain_37,
    CAST(max(batch."weight") AS text) AS plain_38,
    CAST(count(batch."_sqlgate_measured_6") AS text) AS plain_39,
    CAST(avg(batch."_sqlgate_float_6") AS text) AS plain_40,
    CAST(stddev_samp(batch."_sqlgate_float_6") AS text) AS plain_41,
    CAST((percentile_disc(CAST(ARRAY[0.5, 0.5000000001] AS double precision[])) WITHIN GROUP (ORDER BY batch."_sqlgate_measured_6"))[1] AS text) AS plain_42,
    CAST((percentile_disc(CAST(ARRAY[0.5, 0.5000000001] AS double precision[])) WITHIN GROUP (ORDER BY batch."_sqlgate_measured_6"))[2] AS text) AS plain_43,
    CAST(count(batch."paid") AS text) AS plain_44,
    CAST(count(CASE WHEN batch."paid" THEN 1 END) AS text) AS plain_45,
    CAST(count(batch."shipped_on") AS text) AS plain_46,
    CAST(min(batch."shipped_on") AS text) AS plain_47,
    CAST(max(batch."shipped_on") AS text) AS plain_48,
    CAST(count(batch."loaded_at") AS text) AS plain_49,
    CAST(min(batch."loaded_at") AS text) AS plain_50,
    CAST(max(batch."loaded_at") AS text) AS plain_51,
    CAST(count(batch."salary") AS text) AS plain_52,
    CAST(count(batch."born_on") AS text) AS plain_53,
    CAST(count(batch."name") AS text) AS plain_54,
    CAST(min(char_length(batch."name")) AS text) AS plain_55,
    CAST(max(char_length(batch."name")) AS text) AS plain_56,
    CAST(count(CASE WHEN char_length(batch."name") = 0 THEN 1 END) AS text) AS plain_57,
    CAST(count(DISTINCT batch."name" COLLATE "C") AS text) AS plain_58
FROM (SELECT batch."order_id" AS "order_id",
    CASE WHEN batch."order_id" IS NOT NULL THEN batch."order_id" END AS "_sqlgate_measured_1",
    CASE WHEN batch."order_id" IS NOT NULL THEN CAST(batch."order_id" AS double precision) END AS "_sqlgate_float_1",
    batch."region" AS "region",
    batch."status" AS "status",
    batch."amount" AS "amount",
    CASE WHEN (batch."amount" <> CAST('NaN' AS numeric)) THEN batch."amount" END AS "_sqlgate_measured_4",
    CASE WHEN (batch."amount" <> CAST('NaN' AS numeric)) THEN CAST(batch."amount" AS double precision) END AS "_sqlgate_float_4",
    batch."total" AS "total",
    CASE WHEN (CAST(batch."total" AS text) NOT IN ('NaN', 'Infinity', '-Infinity', 'infinity', '-infinity')) AND abs(batch."total") <= 99999999999999999999999999999999999999 THEN batch."total" END AS "_sqlgate_measured_5",
    CASE WHEN (CAST(batch."total" AS text) NOT IN ('NaN', 'Infinity', '-Infinity', 'infinity', '-infinity')) AND abs(batch."total") <= 99999999999999999999999999999999999999 THEN CAST(batch."total" AS double precision) END AS "_sqlgate_float_5",
    batch."weight" AS "weight",
    CASE WHEN (batch."weight" > CAST('-Infinity' AS double precision) AND batch."weight" < CAST('Infinity' AS double precision)) AND abs(batch."weight") <= CAST('1e150' AS double precision) THEN batch."weight" END AS "_sqlgate_measured_6",
    CASE WHEN (batch."weight" > CAST('-Infinity' AS double precision) AND batch."weight" < CAST('Infinity' AS double precision)) AND abs(batch."weight") <= CAST('1e150' AS double precision) THEN batch."weight" END AS "_sqlgate_float_6",
    batch."paid" AS "paid",
    batch."shipped_on" AS "shipped_on",
    batch."loaded_at" AS "loaded_at",
    batch."salary" AS "salary",
    batch."born_on" AS "born_on",
    batch."name" AS "name" FROM _sqlgate_passed AS batch) AS batch;

-- write passed rows
INSERT INTO "analytics"."orders" ("order_id","region","status","amount","total","weight","paid","shipped_on","loaded_at","salary","born_on","name","tags","payload") SELECT src."order_id", src."Region", src."status", CASE WHEN "src"."amount" COLLATE "C" ~ '\A[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)\Z' THEN CAST("src"."amount" AS numeric(10,2)) WHEN "src"."amount" COLLATE "C" ~ '\A[\u0009-\u000D ]*[\+\-]?(?:0*[0-9]{1}[0-9]{0,7}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1}[0-9]{0,1}0*)[\u0009-\u000D ]*\Z' THEN CAST(btrim("src"."amount", E' \t\n\x0b\x0c\r') AS numeric(10,2)) END, src."total", src."weight", src."paid", src."shipped_on", src."loaded_at", src."salary", src."born_on", src."name", src."tags", src."payload" FROM "staging"."orders" AS src WHERE (src.ctid = ANY (CAST($1 AS tid[]))) IS NOT TRUE;

-- write rejected rows
INSERT INTO "analytics"."orders_rejected" ("order_id","Region","status","amount","total","weight","paid","shipped_on","loaded_at","salary","born_on","name","tags","payload","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", stage."_sqlgate_src_5", stage."_sqlgate_src_6", stage."_sqlgate_src_7", stage."_sqlgate_src_8", stage."_sqlgate_src_9", stage."_sqlgate_src_10", stage."_sqlgate_src_11", stage."_sqlgate_src_12", stage."_sqlgate_src_13", stage."_sqlgate_src_14", CAST($1 AS text), CAST($2 AS text), CAST($3 AS text), CAST($4 AS timestamptz), sets."_sqlgate_failed_rules", 0 FROM pg_temp."_sqlgate_stage" AS stage JOIN pg_temp."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1";
