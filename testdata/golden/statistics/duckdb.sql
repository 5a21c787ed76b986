-- gate measured on duckdb
-- strategy locator: the source is a table whose rows rowid tells apart

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_6" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."Region" COLLATE "binary" AS "region",
    src."status" AS "status",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_4",
    src."total" AS "total",
    src."weight" AS "weight",
    src."paid" AS "paid",
    src."shipped_on" AS "shipped_on",
    src."loaded_at" AS "loaded_at",
    src."salary" AS "salary",
    src."born_on" AS "born_on",
    src."name" COLLATE "binary" AS "name",
    src."tags" AS "tags",
    src."payload" AS "payload",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
)
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(coalesce(batch."order_id" & 4294967295, 0) AS UINTEGER) AS hash FROM batch WHERE batch."order_id" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_6" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."Region" COLLATE "binary" AS "region",
    src."status" AS "status",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_4",
    src."total" AS "total",
    src."weight" AS "weight",
    src."paid" AS "paid",
    src."shipped_on" AS "shipped_on",
    src."loaded_at" AS "loaded_at",
    src."salary" AS "salary",
    src."born_on" AS "born_on",
    src."name" COLLATE "binary" AS "name",
    src."tags" AS "tags",
    src."payload" AS "payload",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
)
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."order_id") AS n FROM batch WHERE batch."order_id" IS NOT NULL AND CAST(coalesce(batch."order_id" & 4294967295, 0) AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_6")) AS numbered WHERE n > 1;

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."Region" COLLATE "binary" AS "region",
    src."status" AS "status",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_4",
    src."total" AS "total",
    src."weight" AS "weight",
    src."paid" AS "paid",
    src."shipped_on" AS "shipped_on",
    src."loaded_at" AS "loaded_at",
    src."salary" AS "salary",
    src."born_on" AS "born_on",
    src."name" COLLATE "binary" AS "name",
    src."tags" AS "tags",
    src."payload" AS "payload",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at",
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
 SELECT batch."_sqlgate_row", CASE WHEN batch."region" IS NOT NULL AND strlen(batch."region") > 20 AND length(batch."region") > 20 THEN 1 ELSE 0 END
    + CASE WHEN batch."status" IS NOT NULL AND batch."status" NOT IN ('new', 'it''s') THEN 2 ELSE 0 END
    + CASE WHEN batch."_sqlgate_unread_4" THEN 4 ELSE 0 END
    + CASE WHEN NOT batch."_sqlgate_unread_4" AND batch."amount" IS NOT NULL AND batch."amount" < 0 THEN 8 ELSE 0 END
    + CASE WHEN batch."loaded_at" IS NOT NULL AND batch."loaded_at" > batch."_sqlgate_started_at" THEN 16 ELSE 0 END
    + CASE WHEN batch."order_id" IS NULL OR "_sqlgate_found_6"."_sqlgate_row" IS NOT NULL THEN 32 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4", batch."_sqlgate_src_5", batch."_sqlgate_src_6", batch."_sqlgate_src_7", batch."_sqlgate_src_8", batch."_sqlgate_src_9", batch."_sqlgate_src_10", batch."_sqlgate_src_11", batch."_sqlgate_src_12", batch."_sqlgate_src_13", batch."_sqlgate_src_14" FROM 
batch
  LEFT JOIN "_sqlgate_found_6" ON "_sqlgate_found_6"."_sqlgate_row" = batch."_sqlgate_row" WHERE 
  strlen(batch."region") > 20 AND length(batch."region") > 20
  OR batch."status" NOT IN ('new', 'it''s')
  OR batch."_sqlgate_unread_4"
  OR NOT batch."_sqlgate_unread_4" AND batch."amount" < 0
  OR batch."loaded_at" IS NOT NULL AND batch."loaded_at" > batch."_sqlgate_started_at"
  OR batch."order_id" IS NULL
  OR "_sqlgate_found_6"."_sqlgate_row" IS NOT NULL;

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" AS SELECT sets."_sqlgate_failed_1", n, list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 4 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 5 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 32) <> 0 THEN 6 END] AS INTEGER[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed", list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'region.max_length' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'status.enum' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'amount.cast' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 8) <> 0 THEN 'amount.min' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 16) <> 0 THEN 'loaded_at.not_in_future' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 32) <> 0 THEN 'primary_key' END] AS VARCHAR[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM temp.main."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
SELECT count(*) FROM "staging"."orders" AS src;

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, unnest("_sqlgate_failed") AS "pos" FROM temp.main."_sqlgate_sets") AS pairs GROUP BY pos ORDER BY pos;

-- count unknown rows per rule
SELECT CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN n ELSE 0 END), 0) AS BIGINT) FROM temp.main."_sqlgate_sets" AS sets;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM temp.main."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM temp.main."_sqlgate_sets" AS sets WHERE TRUE ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- read the statistics of the passed rows
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."Region" COLLATE "binary" AS "region",
    src."status" AS "status",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_4",
    src."total" AS "total",
    src."weight" AS "weight",
    src."paid" AS "paid",
    src."shipped_on" AS "shipped_on",
    src."loaded_at" AS "loaded_at",
    src."salary" AS "salary",
    src."born_on" AS "born_on",
    src."name" COLLATE "binary" AS "name",
    src."tags" AS "tags",
    src."payload" AS "payload",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
),
_sqlgate_passed AS (SELECT batch.* FROM batch WHERE NOT EXISTS (SELECT 1 FROM temp.main."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = batch."_sqlgate_row"))
SELECT CAST(count(*) AS VARCHAR) AS plain_1,
    CAST(count(batch."order_id") AS VARCHAR) AS plain_2,
    CAST(min(batch."order_id") AS VARCHAR) AS plain_3,
    CAST(max(batch."order_id") AS VARCHAR) AS plain_4,
    CAST(count(batch."_sqlgate_measured_1") AS VARCHAR) AS plain_5,
    CAST(sum(CAST(batch."_sqlgate_measured_1" AS DECIMAL(38,0))) AS VARCHAR) AS plain_6,
    CAST(stddev_samp(batch."_sqlgate_float_1") AS VARCHAR) AS plain_7,
    CAST(quantile_disc(batch."_sqlgate_measured_1", [0.5, 0.5000000001])[1] AS VARCHAR) AS plain_8,
    CAST(quantile_disc(batch."_sqlgate_measured_1", [0.5, 0.5000000001])[2] AS VARCHAR) AS plain_9,
    CAST(count(batch."region") AS VARCHAR) AS plain_10,
    CAST(min(length(batch."region")) AS VARCHAR) AS plain_11,
    CAST(max(length(batch."region")) AS VARCHAR) AS plain_12,
    CAST(count(CASE WHEN length(batch."region") = 0 THEN 1 END) AS VARCHAR) AS plain_13,
    CAST(approx_count_distinct(batch."region") AS VARCHAR) AS plain_14,
    CAST(count(batch."status") AS VARCHAR) AS plain_15,
    CAST(min(length(batch."status")) AS VARCHAR) AS plain_16,
    CAST(max(length(batch."status")) AS VARCHAR) AS plain_17,
    CAST(count(CASE WHEN length(batch."status") = 0 THEN 1 END) AS VARCHAR) AS plain_18,
    CAST(approx_count_distinct(batch."status") AS VARCHAR) AS plain_19,
    CAST(count(batch."amount") AS VARCHAR) AS plain_20,
    CAST(min(batch."amount") AS VARCHAR) AS plain_21,
    CAST(max(batch."amount") AS VARCHAR) AS plain_22,
    CAST(count(batch."_sqlgate_measured_4") AS VARCHAR) AS plain_23,
    CAST(sum(batch."_sqlgate_measured_4") AS VARCHAR) AS plain_24,
    CAST(stddev_samp(batch."_sqlgate_float_4") AS VARCHAR) AS plain_25,
    CAST(quantile_disc(batch."_sqlgate_measured_4", [0.5, 0.5000000001])[1] AS VARCHAR) AS plain_26,
    CAST(quantile_disc(batch."_sqlgate_measured_4", [0.5, 0.5000000001])[2] AS VARCHAR) AS plain_27,
    CAST(count(batch."total") AS VARCHAR) AS plain_28,
    CAST(min(batch."total") AS VARCHAR) AS plain_29,
    CAST(max(batch."total") AS VARCHAR) AS plain_30,
    CAST(count(batch."_sqlgate_measured_5") AS VARCHAR) AS plain_31,
    CAST(sum(batch."_sqlgate_measured_5") AS VARCHAR) AS plain_32,
    CAST(stddev_samp(batch."_sqlgate_float_5") AS VARCHAR) AS plain_33,
    CAST(quantile_disc(batch."_sqlgate_measured_5", [0.5, 0.5000000001])[1] AS VARCHAR) AS plain_34,
    CAST(quantile_disc(batch."_sqlgate_measured_5", [0.5, 0.5000000001])[2] AS VARCHAR) AS plain_35,
    CAST(count(batch."weight") AS VARCHAR) AS plain_36,
    CAST(CASE WHEN bool_or(isnan(batch."weight")) THEN max(batch."weight") ELSE min(batch."weight") END AS VARCHAR) AS plain_37,
    CAST(max(batch."weight") AS VARCHAR) AS plain_38,
    CAST(count(batch."_sqlgate_measured_6") AS VARCHAR) AS plain_39,
    CAST(avg(batch."_sqlgate_float_6") AS VARCHAR) AS plain_40,
    CAST(stddev_samp(batch."_sqlgate_float_6") AS VARCHAR) AS plain_41,
    CAST(quantile_disc(batch."_sqlgate_measured_6", [0.5, 0.5000000001])[1] AS VARCHAR) AS plain_42,
    CAST(quantile_disc(batch."_sqlgate_measured_6", [0.5, 0.5000000001])[2] AS VARCHAR) AS plain_43,
    CAST(count(batch."paid") AS VARCHAR) AS plain_44,
    CAST(count(CASE WHEN batch."paid" THEN 1 END) AS VARCHAR) AS plain_45,
    CAST(count(batch."shipped_on") AS VARCHAR) AS plain_46,
    CAST(min(batch."shipped_on") AS VARCHAR) AS plain_47,
    CAST(max(batch."shipped_on") AS VARCHAR) AS plain_48,
    CAST(count(batch."loaded_at") AS VARCHAR) AS plain_49,
    CAST(min(batch."loaded_at") AS VARCHAR) AS plain_50,
    CAST(max(batch."loaded_at") AS VARCHAR) AS plain_51,
    CAST(count(batch."salary") AS VARCHAR) AS plain_52,
    CAST(count(batch."born_on") AS VARCHAR) AS plain_53,
    CAST(count(batch."name") AS VARCHAR) AS plain_54,
    CAST(min(length(batch."name")) AS VARCHAR) AS plain_55,
    CAST(max(length(batch."name")) AS VARCHAR) AS plain_56,
    CAST(count(CASE WHEN length(batch."name") = 0 THEN 1 END) AS VARCHAR) AS plain_57,
    CAST(approx_count_distinct(batch."name") AS VARCHAR) AS plain_58
FROM (SELECT batch."order_id" AS "order_id",
    CASE WHEN batch."order_id" IS NOT NULL THEN batch."order_id" END AS "_sqlgate_measured_1",
    CASE WHEN batch."order_id" IS NOT NULL THEN CAST(batch."order_id" AS DOUBLE) END AS "_sqlgate_float_1",
    batch."region" AS "region",
    batch."status" AS "status",
    batch."amount" AS "amount",
    CASE WHEN CASE WHEN batch."amount" IS NOT NULL THEN TRUE END THEN batch."amount" END AS "_sqlgate_measured_4",
    CASE WHEN CASE WHEN batch."amount" IS NOT NULL THEN TRUE END THEN CAST(batch."amount" AS DOUBLE) END AS "_sqlgate_float_4",
    batch."total" AS "total",
    CASE WHEN CASE WHEN batch."total" IS NOT NULL THEN TRUE END AND abs(batch."total") <= 99999999999999999999999999999999999999 THEN batch."total" END AS "_sqlgate_measured_5",
    CASE WHEN CASE WHEN batch."total" IS NOT NULL THEN TRUE END AND abs(batch."total") <= 99999999999999999999999999999999999999 THEN CAST(CAST(batch."total" AS VARCHAR) AS DOUBLE) END AS "_sqlgate_float_5",
    batch."weight" AS "weight",
    CASE WHEN isfinite(batch."weight") AND abs(batch."weight") <= CAST('1e150' AS DOUBLE) THEN batch."weight" END AS "_sqlgate_measured_6",
    CASE WHEN isfinite(batch."weight") AND abs(batch."weight") <= CAST('1e150' AS DOUBLE) THEN batch."weight" END AS "_sqlgate_float_6",
    batch."paid" AS "paid",
    batch."shipped_on" AS "shipped_on",
    batch."loaded_at" AS "loaded_at",
    batch."salary" AS "salary",
    batch."born_on" AS "born_on",
    batch."name" AS "name" FROM _sqlgate_passed AS batch) AS batch;

-- write passed rows
INSERT INTO "analytics"."orders" ("order_id","region","status","amount","total","weight","paid","shipped_on","loaded_at","salary","born_on","name","tags","payload") SELECT src."order_id", src."Region", src."status", CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END, src."total", src."weight", src."paid", src."shipped_on", src."loaded_at", src."salary", src."born_on", src."name", src."tags", src."payload" FROM "staging"."orders" AS src WHERE NOT EXISTS (SELECT 1 FROM temp.main."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = src.rowid);

-- write rejected rows
INSERT INTO "analytics"."orders_rejected" ("order_id","Region","status","amount","total","weight","paid","shipped_on","loaded_at","salary","born_on","name","tags","payload","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", stage."_sqlgate_src_5", stage."_sqlgate_src_6", stage."_sqlgate_src_7", stage."_sqlgate_src_8", stage."_sqlgate_src_9", stage."_sqlgate_src_10", stage."_sqlgate_src_11", stage."_sqlgate_src_12", stage."_sqlgate_src_13", stage."_sqlgate_src_14", CAST($1 AS VARCHAR), CAST($2 AS VARCHAR), CAST($3 AS VARCHAR), CAST($4 AS TIMESTAMPTZ), sets."_sqlgate_failed_rules", 0 FROM temp.main."_sqlgate_stage" AS stage JOIN temp.main."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1";
