-- gate checked on duckdb
-- strategy locator: the source is a table whose rows rowid tells apart

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_keys_3" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."region" COLLATE "binary" AS "region",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_3",
    src."weight" AS "weight",
    src."loaded_at" AS "loaded_at",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
),
target AS (SELECT * FROM "analytics"."orders")
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(coalesce(batch."order_id" & 4294967295, 0) AS UINTEGER) AS hash FROM batch WHERE batch."order_id" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;

-- find rows that break set rules
CREATE TEMP TABLE "_sqlgate_found_3" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."region" COLLATE "binary" AS "region",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_3",
    src."weight" AS "weight",
    src."loaded_at" AS "loaded_at",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
),
target AS (SELECT * FROM "analytics"."orders")
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."order_id") AS n FROM batch WHERE batch."order_id" IS NOT NULL AND CAST(coalesce(batch."order_id" & 4294967295, 0) AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_3")) AS numbered WHERE n > 1;

-- stage failing rows
CREATE TEMP TABLE "_sqlgate_stage" AS
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."region" COLLATE "binary" AS "region",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_3",
    src."weight" AS "weight",
    src."loaded_at" AS "loaded_at",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at",
    src."order_id" AS "_sqlgate_src_1",
    src."region" AS "_sqlgate_src_2",
    src."amount" AS "_sqlgate_src_3",
    src."weight" AS "_sqlgate_src_4",
    src."loaded_at" AS "_sqlgate_src_5" FROM "staging"."orders" AS src
),
target AS (SELECT * FROM "analytics"."orders")
 SELECT batch."_sqlgate_row", CASE WHEN batch."_sqlgate_unread_3" THEN 1 ELSE 0 END
    + CASE WHEN NOT batch."_sqlgate_unread_3" AND batch."amount" IS NOT NULL AND batch."amount" < 0 THEN 2 ELSE 0 END
    + CASE WHEN batch."order_id" IS NULL OR "_sqlgate_found_3"."_sqlgate_row" IS NOT NULL THEN 4 ELSE 0 END AS "_sqlgate_failed_1", batch."_sqlgate_src_1", batch."_sqlgate_src_2", batch."_sqlgate_src_3", batch."_sqlgate_src_4", batch."_sqlgate_src_5" FROM 
batch
  LEFT JOIN "_sqlgate_found_3" ON "_sqlgate_found_3"."_sqlgate_row" = batch."_sqlgate_row" WHERE 
  batch."_sqlgate_unread_3"
  OR NOT batch."_sqlgate_unread_3" AND batch."amount" < 0
  OR batch."order_id" IS NULL
  OR "_sqlgate_found_3"."_sqlgate_row" IS NOT NULL;

-- count rows per set of failed rules
CREATE TEMP TABLE "_sqlgate_sets" AS SELECT sets."_sqlgate_failed_1", n, list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 1 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 2 END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 3 END] AS INTEGER[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed", list_filter(CAST([CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN 'amount.cast' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 2) <> 0 THEN 'amount.min' END,
    CASE WHEN (sets."_sqlgate_failed_1" & 4) <> 0 THEN 'primary_key' END] AS VARCHAR[]), lambda p: p IS NOT NULL) AS "_sqlgate_failed_rules" FROM (SELECT "_sqlgate_failed_1", count(*) AS n FROM temp.main."_sqlgate_stage" GROUP BY "_sqlgate_failed_1") AS sets;

-- count the batch and read its checks
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."region" COLLATE "binary" AS "region",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_3",
    src."weight" AS "weight",
    src."loaded_at" AS "loaded_at",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
),
target AS (SELECT * FROM "analytics"."orders")
SELECT * FROM (SELECT count(*) AS plain_1,
    CAST(count(CASE WHEN batch."region" IS NULL THEN 1 END) AS VARCHAR) AS plain_2,
    CAST(count(CASE WHEN NOT batch."_sqlgate_unread_3" THEN 1 END) AS VARCHAR) AS plain_3,
    CAST(sum(CASE WHEN NOT batch."_sqlgate_unread_3" THEN batch."amount" END) AS VARCHAR) AS plain_4,
    CAST(CASE WHEN bool_and(isfinite(batch."weight")) THEN stddev_samp(CASE WHEN isfinite(batch."weight") THEN batch."weight" END) WHEN count(batch."weight") > 1 THEN CAST('NaN' AS DOUBLE) END AS VARCHAR) AS plain_5,
    CAST(count(CASE WHEN (batch."loaded_at" < batch."_sqlgate_started_at") IS TRUE THEN 1 END) AS VARCHAR) AS plain_6,
    CAST(max(CASE WHEN (batch."loaded_at" < batch."_sqlgate_started_at") IS TRUE THEN batch."weight" END) AS VARCHAR) AS plain_7,
    CAST(count(CASE WHEN NOT batch."_sqlgate_unread_3" THEN 1 END) AS VARCHAR) AS plain_8,
    CAST(count(CASE WHEN NOT batch."_sqlgate_unread_3" THEN 1 END) AS VARCHAR) AS plain_9,
    CAST(count(batch."region") AS VARCHAR) AS plain_10,
    CAST(count(CASE WHEN batch."region" NOT IN ('eu', 'it''s', 'a\b?') THEN 1 END) AS VARCHAR) AS plain_11,
    CAST(count(DISTINCT CASE WHEN batch."region" IN ('eu', 'it''s', 'a\b?') THEN batch."region" END) AS VARCHAR) AS plain_12,
    CAST(max(CASE WHEN isfinite(batch."loaded_at") THEN batch."loaded_at" END) AS VARCHAR) AS plain_13,
    CAST(count(CASE WHEN NOT batch."_sqlgate_unread_3" THEN 1 END) AS VARCHAR) AS plain_14,
    CAST(sum(CASE WHEN NOT batch."_sqlgate_unread_3" THEN batch."amount" END) AS VARCHAR) AS plain_15,
    CAST(CASE WHEN NOT isfinite(sum(batch."weight")) AND bool_and(isfinite(batch."weight")) THEN error('a float is out of range') ELSE sum(batch."weight") END AS VARCHAR) AS plain_16,
    CAST(sum(CAST(batch."order_id" AS DECIMAL(38,0))) AS VARCHAR) AS plain_17 FROM batch) AS plain
CROSS JOIN (SELECT CAST(max(CASE WHEN rank = floor((0.5 * (n - 1))) THEN x END) AS VARCHAR) AS figure_1, CAST(max(CASE WHEN rank = ceil((0.5 * (n - 1))) THEN x END) AS VARCHAR) AS figure_2, CAST(max(n) AS VARCHAR) AS figure_3 FROM (SELECT batch."amount" AS x, row_number() OVER (ORDER BY batch."amount") - 1 AS rank, count(*) OVER () AS n FROM batch WHERE NOT batch."_sqlgate_unread_3" AND batch."amount" IS NOT NULL) AS ranked
) AS check_7("figure_1", "figure_2", "figure_3")
CROSS JOIN (SELECT CAST(count(*) AS VARCHAR) AS figure_1, CAST(coalesce(sum(CASE WHEN n > 1 THEN n END), 0) AS VARCHAR) AS figure_2, CAST(sum(n) AS VARCHAR) AS figure_3 FROM (SELECT count(*) AS n FROM batch WHERE NOT batch."_sqlgate_unread_3" AND batch."region" IS NOT NULL AND batch."amount" IS NOT NULL GROUP BY batch."region", batch."amount") AS counted
) AS check_10("figure_1", "figure_2", "figure_3")
CROSS JOIN (SELECT CAST(count(*) AS VARCHAR) AS figure_1 FROM "control"."orders" AS other
) AS check_15("figure_1")
CROSS JOIN (SELECT CAST(sum(batch."total") AS VARCHAR) AS figure_1, CAST(count(*) AS VARCHAR) AS figure_2 FROM (SELECT other."total" AS "total" FROM (SELECT total FROM control.totals WHERE note = '?'
) AS other) AS batch
) AS check_16("figure_1", "figure_2");

-- read check per_region
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."region" COLLATE "binary" AS "region",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_3",
    src."weight" AS "weight",
    src."loaded_at" AS "loaded_at",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
),
target AS (SELECT * FROM "analytics"."orders")
SELECT CAST(counted.group_1 AS VARCHAR), counted.plain_1, measured.figure_1, measured.figure_2, measured.figure_3
FROM (SELECT batch."region" AS group_1, CAST(count(*) AS VARCHAR) AS plain_1 FROM batch WHERE NOT batch."_sqlgate_unread_3" GROUP BY batch."region") AS counted
LEFT JOIN (SELECT group_1, CAST(max(CASE WHEN rank = floor((0.95 * (n - 1))) THEN x END) AS VARCHAR) AS figure_1, CAST(max(CASE WHEN rank = ceil((0.95 * (n - 1))) THEN x END) AS VARCHAR) AS figure_2, CAST(max(n) AS VARCHAR) AS figure_3 FROM (SELECT batch."region" AS group_1, batch."amount" AS x, row_number() OVER (PARTITION BY batch."region" ORDER BY batch."amount") - 1 AS rank, count(*) OVER (PARTITION BY batch."region") AS n FROM batch WHERE NOT batch."_sqlgate_unread_3" AND batch."amount" IS NOT NULL) AS ranked GROUP BY group_1
) AS measured("group_1", "figure_1", "figure_2", "figure_3") ON counted.group_1 IS NOT DISTINCT FROM measured.group_1;

-- read check gaps
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."region" COLLATE "binary" AS "region",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_3",
    src."weight" AS "weight",
    src."loaded_at" AS "loaded_at",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
),
target AS (SELECT * FROM "analytics"."orders")
SELECT CAST(counted.group_1 AS VARCHAR), counted.plain_1, counted.plain_2, counted.plain_3, counted.plain_4
FROM (SELECT batch."region" AS group_1, CAST(count(*) AS VARCHAR) AS plain_1, CAST(CASE WHEN bool_or(isnan(CASE WHEN isfinite(batch."loaded_at") THEN floor((CAST(date_diff('minute', (TIMESTAMPTZ '2000-01-01 00:00:00+00' AT TIME ZONE 'UTC'), (batch."loaded_at" AT TIME ZONE 'UTC')) AS DOUBLE) / CAST('15' AS DOUBLE))) END)) THEN max(CASE WHEN isfinite(batch."loaded_at") THEN floor((CAST(date_diff('minute', (TIMESTAMPTZ '2000-01-01 00:00:00+00' AT TIME ZONE 'UTC'), (batch."loaded_at" AT TIME ZONE 'UTC')) AS DOUBLE) / CAST('15' AS DOUBLE))) END) ELSE min(CASE WHEN isfinite(batch."loaded_at") THEN floor((CAST(date_diff('minute', (TIMESTAMPTZ '2000-01-01 00:00:00+00' AT TIME ZONE 'UTC'), (batch."loaded_at" AT TIME ZONE 'UTC')) AS DOUBLE) / CAST('15' AS DOUBLE))) END) END AS VARCHAR) AS plain_2, CAST(max(CASE WHEN isfinite(batch."loaded_at") THEN floor((CAST(date_diff('minute', (TIMESTAMPTZ '2000-01-01 00:00:00+00' AT TIME ZONE 'UTC'), (batch."loaded_at" AT TIME ZONE 'UTC')) AS DOUBLE) / CAST('15' AS DOUBLE))) END) AS VARCHAR) AS plain_3, CAST(count(DISTINCT CASE WHEN isfinite(batch."loaded_at") THEN floor((CAST(date_diff('minute', (TIMESTAMPTZ '2000-01-01 00:00:00+00' AT TIME ZONE 'UTC'), (batch."loaded_at" AT TIME ZONE 'UTC')) AS DOUBLE) / CAST('15' AS DOUBLE))) END) AS VARCHAR) AS plain_4 FROM batch GROUP BY batch."region") AS counted;

-- read check raw
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."region" COLLATE "binary" AS "region",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_3",
    src."weight" AS "weight",
    src."loaded_at" AS "loaded_at",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
),
target AS (SELECT * FROM "analytics"."orders")
SELECT CAST(count(*) AS VARCHAR), max(CAST(value AS VARCHAR)) FROM (SELECT count(*) AS value FROM batch JOIN target USING (order_id) WHERE batch.region <> '$1 ? :x'
) AS result("value");

-- tally failures per rule
SELECT pos, CAST(coalesce(sum(n), 0) AS BIGINT) FROM (SELECT n, unnest("_sqlgate_failed") AS "pos" FROM temp.main."_sqlgate_sets") AS pairs GROUP BY pos ORDER BY pos;

-- count unknown rows per rule
SELECT CAST(coalesce(sum(CASE WHEN (sets."_sqlgate_failed_1" & 1) <> 0 THEN n ELSE 0 END), 0) AS BIGINT) FROM temp.main."_sqlgate_sets" AS sets;

-- count rejected and warned rows
SELECT CAST(coalesce(sum(CASE WHEN TRUE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN FALSE THEN n ELSE 0 END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN TRUE THEN 0 ELSE n END), 0) AS BIGINT) FROM temp.main."_sqlgate_sets" AS sets;

-- count rejected rows per set of rules
SELECT sets."_sqlgate_failed", n FROM temp.main."_sqlgate_sets" AS sets WHERE TRUE ORDER BY n DESC, sets."_sqlgate_failed_1" LIMIT 100;

-- read checks on passed
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."region" COLLATE "binary" AS "region",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_3",
    src."weight" AS "weight",
    src."loaded_at" AS "loaded_at",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
),
target AS (SELECT * FROM "analytics"."orders"),
_sqlgate_passed AS (SELECT batch.* FROM batch WHERE NOT EXISTS (SELECT 1 FROM temp.main."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = batch."_sqlgate_row"))
SELECT * FROM (SELECT CAST(count(*) AS VARCHAR) AS plain_1,
    CAST(count(CASE WHEN NOT batch."_sqlgate_unread_3" THEN 1 END) AS VARCHAR) AS plain_2,
    CAST(sum(CASE WHEN NOT batch."_sqlgate_unread_3" THEN batch."amount" END) AS VARCHAR) AS plain_3,
    CAST(count(CASE WHEN NOT batch."_sqlgate_unread_3" THEN batch."amount" END) AS VARCHAR) AS plain_4,
    CAST(count(CASE WHEN NOT batch."_sqlgate_unread_3" THEN 1 END) AS VARCHAR) AS plain_5 FROM _sqlgate_passed AS batch) AS plain
CROSS JOIN (SELECT CAST(count(*) AS VARCHAR) AS figure_1, CAST(count(CASE WHEN there = 0 THEN 1 END) AS VARCHAR) AS figure_2, CAST(count(CASE WHEN here = 0 THEN 1 END) AS VARCHAR) AS figure_3, CAST(count(CASE WHEN here > 0 AND there > 0 AND differs = 1 THEN 1 END) AS VARCHAR) AS figure_4 FROM (SELECT key_1, sum(here) AS here, sum(there) AS there, max(CASE WHEN here <> there THEN 1 ELSE 0 END) AS differs FROM (SELECT key_1, sum(here) AS here, sum(there) AS there FROM (SELECT batch."order_id" AS key_1, batch."amount" AS part_1, 1 AS here, 0 AS there FROM _sqlgate_passed AS batch WHERE NOT batch."_sqlgate_unread_3" UNION ALL SELECT other."order_id" AS key_1, other."amount" AS part_1, 0, 1 FROM "legacy"."orders" AS other) AS both_sides GROUP BY key_1, part_1) AS rows_of_keys GROUP BY key_1) AS keys_of_both
) AS check_17("figure_1", "figure_2", "figure_3", "figure_4");

-- read check rows_per_region
WITH batch AS (
  SELECT src.rowid AS "_sqlgate_row",
    src."order_id" AS "order_id",
    src."region" COLLATE "binary" AS "region",
    CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END AS "amount",
    (regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') OR regexp_matches("src"."amount", '(^[\t\n\v\f\r ]*(?:)[\t\n\v\f\r ]*$)')) IS FALSE AS "_sqlgate_unread_3",
    src."weight" AS "weight",
    src."loaded_at" AS "loaded_at",
    CAST($1 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "staging"."orders" AS src
),
target AS (SELECT * FROM "analytics"."orders"),
_sqlgate_passed AS (SELECT batch.* FROM batch WHERE NOT EXISTS (SELECT 1 FROM temp.main."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = batch."_sqlgate_row")),
_sqlgate_together AS (SELECT present."order_id" AS "order_id", present."region" COLLATE "binary" AS "region", present."amount" AS "amount", FALSE AS "_sqlgate_unread_3", present."weight" AS "weight", present."loaded_at" AS "loaded_at", CAST($2 AS TIMESTAMPTZ) AS "_sqlgate_started_at" FROM "analytics"."orders" AS present
UNION ALL SELECT passed."order_id", passed."region", passed."amount", passed."_sqlgate_unread_3", passed."weight", passed."loaded_at", passed."_sqlgate_started_at" FROM _sqlgate_passed AS passed)
SELECT CAST(counted.group_1 AS VARCHAR), counted.plain_1
FROM (SELECT batch."region" AS group_1, CAST(count(*) AS VARCHAR) AS plain_1 FROM _sqlgate_together AS batch GROUP BY batch."region") AS counted;

-- write passed rows
INSERT INTO "analytics"."orders" ("order_id","region","amount","weight","loaded_at") SELECT src."order_id", src."region", CASE WHEN regexp_matches("src"."amount", '^(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))$') THEN CAST("src"."amount" AS DECIMAL(10,2)) WHEN regexp_matches("src"."amount", '^[\t\n\v\f\r ]*(?:[+-]?(?:0*[0-9]{1,8}(?:\.[0-9]{0,2}0*)?|\.[0-9]{1,2}0*))[\t\n\v\f\r ]*$') THEN CAST(trim("src"."amount", E' \t\n\x0b\x0c\r') AS DECIMAL(10,2)) END, src."weight", src."loaded_at" FROM "staging"."orders" AS src WHERE NOT EXISTS (SELECT 1 FROM temp.main."_sqlgate_stage" AS stage WHERE stage."_sqlgate_row" = src.rowid);

-- write rejected rows
INSERT INTO "analytics"."orders_rejected" ("order_id","region","amount","weight","loaded_at","_sqlgate_run_id","_sqlgate_batch_id","_sqlgate_partition","_sqlgate_rejected_at","_sqlgate_failed_rules","_sqlgate_attempts") SELECT stage."_sqlgate_src_1", stage."_sqlgate_src_2", stage."_sqlgate_src_3", stage."_sqlgate_src_4", stage."_sqlgate_src_5", CAST($1 AS VARCHAR), CAST($2 AS VARCHAR), CAST($3 AS VARCHAR), CAST($4 AS TIMESTAMPTZ), sets."_sqlgate_failed_rules", 0 FROM temp.main."_sqlgate_stage" AS stage JOIN temp.main."_sqlgate_sets" AS sets ON stage."_sqlgate_failed_1" = sets."_sqlgate_failed_1";
