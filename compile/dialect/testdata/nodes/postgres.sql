-- Column of another relation
"other"."a""b";
-- Column of the run's start
batch."_sqlgate_started_at";
-- Literal
0.10;
-- Var
CAST(CAST($1 AS text) AS numeric(10,2)) IS NOT NULL;
-- Null
CAST(NULL AS numeric(10,2));
-- Null without a type
NULL;
-- And
batch."b" AND (batch."f" > CAST('0' AS double precision) AND NOT (batch."f" = CAST('NaN' AS double precision)));
-- Or
batch."b" OR (batch."f" > CAST('0' AS double precision) AND NOT (batch."f" = CAST('NaN' AS double precision)));
-- Not
NOT batch."b";
-- Compare floats
CASE WHEN batch."f" IS NOT NULL AND batch."y" IS NOT NULL THEN batch."f" < batch."y" AND NOT (batch."y" = CAST('NaN' AS double precision)) END;
-- Compare a float32
CASE WHEN batch."r" IS NOT NULL AND batch."d" IS NOT NULL THEN batch."r" = batch."d" AND NOT (batch."r" = CAST('NaN' AS real)) END;
-- Compare texts
batch."s" COLLATE "C" < 'a';
-- Distinct
batch."f" IS DISTINCT FROM batch."y";
-- IsNull
batch."s" IS NULL;
-- IsNull of a struct
batch."p" IS NOT DISTINCT FROM NULL;
-- Is
((batch."f" > CAST('0' AS double precision) AND NOT (batch."f" = CAST('NaN' AS double precision)))) IS TRUE;
-- In any case
(lower(batch."s" COLLATE "und-x-icu") COLLATE "C") IN ('a', (lower('ΟΣ' COLLATE "und-x-icu") COLLATE "C"));
-- Like
batch."s" LIKE '10\%_';
-- Match
batch."s" COLLATE "C" ~ '\Ait\''s [0-9]+\?';
-- Extract
(regexp_match(batch."s" COLLATE "C", '\A([0-9]{4})\-[0-9]{2}\Z'))[1];
-- Arith of integers
batch."i" + 1;
-- Arith of int32
CAST(batch."small" AS bigint) * batch."i";
-- Arith of decimals
batch."d" * CAST(batch."i" AS numeric);
-- Arith, a division
CAST(batch."i" AS double precision) / NULLIF(CAST(batch."d" AS double precision), 0);
-- Arith, a remainder
batch."i" % NULLIF(batch."k", 0);
-- Arith, a remainder of decimals
batch."d" % CAST(0.05 AS numeric);
-- Case
CASE WHEN batch."b" THEN CAST(batch."i" AS numeric) ELSE batch."d" END;
-- Cast of a text
CAST(batch."s" AS numeric(10,2));
-- Cast to a text
replace(CAST((batch."tz" AT TIME ZONE 'UTC') AS text) || '+00', 'infinity+00', 'infinity');
-- Cast of a decimal to a text
CAST(batch."d" AS text);
-- Cast to a date
CAST((batch."tz" AT TIME ZONE 'UTC') AS date);
-- DateAdd to a date
(batch."day" + CAST((batch."i" * 7) AS integer));
-- DateAdd to a timestamptz
(((batch."tz" AT TIME ZONE 'UTC') + make_interval(months => 3)) AT TIME ZONE 'UTC');
-- DateDiff of dates
CASE WHEN isfinite(batch."day") AND isfinite(batch."later") THEN CAST((CAST(date_trunc('week', CAST(batch."later" AS TIMESTAMP)) AS DATE) - CAST(date_trunc('week', CAST(batch."day" AS TIMESTAMP)) AS DATE)) / 7 AS bigint) END;
-- DateDiff of timestamps
CASE WHEN isfinite(batch."ts") AND isfinite(batch."later") THEN ((CAST(extract(epoch FROM date_trunc('hour', batch."later")) AS bigint) - CAST(extract(epoch FROM date_trunc('hour', batch."ts")) AS bigint)) / 3600) END;
-- DateTrunc
(date_trunc('week', (batch."tz" AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC');
-- AnyItem and Item
CASE WHEN batch."l" IS NOT NULL THEN EXISTS (SELECT 1 FROM (SELECT unnest(batch."l") AS "_sqlgate_item_i") AS "_sqlgate_item_i" WHERE "_sqlgate_item_i"."_sqlgate_item_i" = batch."i") END;
-- Field
(batch."p")."name";
-- Call
char_length(batch."s");
-- Aggregate, a sum
CAST(sum(batch."i") AS bigint);
-- Aggregate, distinct
count(DISTINCT batch."s" COLLATE "C");
-- Aggregate, a mean
(CAST(sum(batch."d") AS double precision) / NULLIF(CAST(count(batch."d") AS double precision), 0));
-- Aggregate, the least
CASE WHEN bool_or((batch."f" = CAST('NaN' AS double precision))) THEN max(batch."f") ELSE min(batch."f") END;
-- Aggregate of conditions
bool_and(((batch."f" > CAST('0' AS double precision) AND NOT (batch."f" = CAST('NaN' AS double precision)))));
-- Raw
(a > 0);
-- length
char_length(batch."s");
-- bytes
octet_length(batch."s");
-- trim
btrim(batch."s", E' \t\n\x0b\x0c\r');
-- ltrim
ltrim(batch."s", E' \t\n\x0b\x0c\r');
-- rtrim
rtrim(batch."s", E' \t\n\x0b\x0c\r');
-- lower
(lower(batch."s" COLLATE "und-x-icu") COLLATE "C");
-- upper
(upper(batch."s" COLLATE "und-x-icu") COLLATE "C");
-- is_json
CASE WHEN batch."s" IS NOT NULL THEN EXISTS (WITH RECURSIVE reduced(doc) AS (SELECT regexp_replace(regexp_replace(regexp_replace(batch."s" COLLATE "C", '"(?:[^"\\\u0001-\u001F]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"', E'\x01', 'g'), 'true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?', '0', 'g'), '[ \t\n\r]+', '', 'g') WHERE batch."s" COLLATE "C" !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F]' UNION ALL SELECT regexp_replace(doc, '\[(?:[0\u0001](?:,[0\u0001])*)?\]|\{(?:\u0001:[0\u0001](?:,\u0001:[0\u0001])*)?\}', '0', 'g') FROM reduced WHERE doc ~ '\[(?:[0\u0001](?:,[0\u0001])*)?\]|\{(?:\u0001:[0\u0001](?:,\u0001:[0\u0001])*)?\}') SELECT 1 FROM reduced WHERE doc IN ('0', E'\x01')) END;
-- json_keys
CASE WHEN CASE WHEN batch."s" IS NOT NULL THEN EXISTS (WITH RECURSIVE reduced(doc) AS (SELECT regexp_replace(regexp_replace(regexp_replace(batch."s" COLLATE "C", '"(?:[^"\\\u0001-\u001F]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"', E'\x01', 'g'), 'true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?', '0', 'g'), '[ \t\n\r]+', '', 'g') WHERE batch."s" COLLATE "C" !~ '[\u0001-\u0008\u000B\u000C\u000E-\u001F]' UNION ALL SELECT regexp_replace(doc, '\[(?:[0\u0001](?:,[0\u0001])*)?\]|\{(?:\u0001:[0\u0001](?:,\u0001:[0\u0001])*)?\}', '0', 'g') FROM reduced WHERE doc ~ '\[(?:[0\u0001](?:,[0\u0001])*)?\]|\{(?:\u0001:[0\u0001](?:,\u0001:[0\u0001])*)?\}') SELECT 1 FROM reduced WHERE doc IN ('0', E'\x01')) END THEN CASE WHEN batch."s" COLLATE "C" ~ '\A(?:[\u0001-\[\]-\U0010FFFF]|\\(?:[\u0001-tv-\U0010FFFF]|u(?:0(?:0(?:0[1-9A-Fa-f]|[1-9A-Fa-f][0-9A-Fa-f])|[1-9A-Fa-f][0-9A-Fa-f]{2})|[1-9A-CE-Fa-ce-f][0-9A-Fa-f]{3}|[Dd](?:[0-7][0-9A-Fa-f]{2}|[8-9A-Ba-b][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}))))*\Z' THEN CASE WHEN json_typeof(CAST(batch."s" AS json)) = 'object' THEN ARRAY(SELECT DISTINCT key COLLATE "C" FROM json_object_keys(CAST(batch."s" AS json)) AS keys(key) ORDER BY 1) END END END;
-- list_length
cardinality(batch."l");
-- list_unique
CASE WHEN batch."l" IS NOT NULL THEN (SELECT count(*) FROM (SELECT DISTINCT _sqlgate_unique FROM (SELECT unnest(batch."l") AS _sqlgate_unique) AS items) AS items) END;
-- starts_with
starts_with(batch."s" COLLATE "C", batch."t");
-- ends_with
(right(batch."s", char_length(batch."t")) = batch."t" COLLATE "C");
-- contains
(strpos(batch."s" COLLATE "C", batch."t") > 0);
-- neg
(-batch."d");
-- abs
abs(batch."d");
-- floor
floor(batch."d");
-- ceil
ceil(batch."d");
-- sign
CASE WHEN NOT (batch."d" = CAST('NaN' AS numeric)) THEN CAST(sign(batch."d") AS bigint) END;
-- sqrt
CASE WHEN batch."f" < 0 THEN NULL ELSE sqrt(batch."f") END;
-- is_nan
(batch."f" = CAST('NaN' AS double precision));
-- is_inf
(batch."f" IN (CAST('Infinity' AS double precision), CAST('-Infinity' AS double precision)));
-- is_finite
(batch."f" > CAST('-Infinity' AS double precision) AND batch."f" < CAST('Infinity' AS double precision));
-- sign
CASE WHEN NOT (batch."f" = CAST('NaN' AS double precision)) THEN CAST(sign(batch."f") AS bigint) END;
-- greatest
CASE WHEN batch."f" IS NOT NULL AND batch."y" IS NOT NULL THEN greatest(batch."f", batch."y") END;
-- least
CASE WHEN batch."f" IS NOT NULL AND batch."y" IS NOT NULL THEN CASE WHEN (batch."f" = CAST('NaN' AS double precision)) THEN batch."f" WHEN (batch."y" = CAST('NaN' AS double precision)) THEN batch."y" ELSE least(batch."f", batch."y") END END;
-- nullif
CASE WHEN CASE WHEN batch."f" IS NOT NULL AND batch."y" IS NOT NULL THEN batch."f" = batch."y" AND NOT (batch."f" = CAST('NaN' AS double precision)) END THEN CAST(NULL AS double precision) ELSE batch."f" END;
-- coalesce
coalesce(batch."f", batch."y");
-- power
CASE WHEN batch."f" < 0 AND floor(batch."y") < batch."y" OR batch."f" = 0 AND batch."y" < 0 THEN NULL ELSE power(batch."f", batch."y") END;
-- year
CASE WHEN isfinite(batch."ts") THEN CAST((extract(year FROM batch."ts") + CASE WHEN batch."ts" < '0001-01-01' THEN 1 ELSE 0 END) AS bigint) END;
-- month
CASE WHEN isfinite(batch."ts") THEN CAST(extract(month FROM batch."ts") AS bigint) END;
-- day
CASE WHEN isfinite(batch."ts") THEN CAST(extract(day FROM batch."ts") AS bigint) END;
-- hour
CASE WHEN isfinite(batch."ts") THEN CAST(extract(hour FROM batch."ts") AS bigint) END;
-- minute
CASE WHEN isfinite(batch."ts") THEN CAST(extract(minute FROM batch."ts") AS bigint) END;
-- second
CASE WHEN isfinite(batch."ts") THEN CAST(floor(extract(second FROM batch."ts")) AS bigint) END;
-- dow
CASE WHEN isfinite(batch."ts") THEN CAST(extract(isodow FROM batch."ts") AS bigint) END;
-- substring
substring(batch."s", CAST(CASE WHEN batch."i" < 1 THEN 1 WHEN batch."i" > 2147483647 THEN 2147483647 ELSE batch."i" END AS integer), CAST(3 AS integer));
-- replace
replace(batch."s" COLLATE "C", batch."t", '''');
-- concat
(batch."s" || '-' || batch."t");
-- round
CASE WHEN abs(batch."f") < CAST('4.503599627370496e+13' AS double precision) THEN trunc(batch."f" * CAST('100' AS double precision) + sign(batch."f") * CAST('0.49999999999999994' AS double precision)) / CAST('100' AS double precision) ELSE batch."f" END;
-- round
round(batch."d", 1);
-- json_value
CASE WHEN CAST(batch."j" AS text) COLLATE "C" ~ '\A(?:[\u0001-\[\]-\U0010FFFF]|\\(?:[\u0001-tv-\U0010FFFF]|u(?:0(?:0(?:0[1-9A-Fa-f]|[1-9A-Fa-f][0-9A-Fa-f])|[1-9A-Fa-f][0-9A-Fa-f]{2})|[1-9A-CE-Fa-ce-f][0-9A-Fa-f]{3}|[Dd](?:[0-7][0-9A-Fa-f]{2}|[8-9A-Ba-b][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}))))*\Z' THEN (SELECT CASE WHEN json_typeof(step2.doc) NOT IN ('object', 'array') THEN step2.doc #>> '{}' END FROM (SELECT CAST(btrim(CAST(batch."j" AS text), E' \t\n\r') AS json) AS doc) AS step0, LATERAL (SELECT value AS doc FROM json_each(CASE WHEN json_typeof(step0.doc) = 'object' THEN step0.doc END) WITH ORDINALITY AS pairs(key, value, place) WHERE key COLLATE "C" = 'a' ORDER BY place LIMIT 1) AS step1, LATERAL (SELECT value AS doc FROM json_each(CASE WHEN json_typeof(step1.doc) = 'object' THEN step1.doc END) WITH ORDINALITY AS pairs(key, value, place) WHERE key COLLATE "C" = 'b' ORDER BY place LIMIT 1) AS step2) END;
