-- Column of another relation
`other`.`a"b`;
-- Column of the run's start
batch.`_sqlgate_started_at`;
-- Literal
NUMERIC '0.10';
-- Var
CAST(CAST(@p1 AS STRING) AS NUMERIC) IS NOT NULL;
-- Null
CAST(NULL AS NUMERIC);
-- Null without a type
NULL;
-- And
batch.`b` AND batch.`f` > CAST('0' AS FLOAT64);
-- Or
batch.`b` OR batch.`f` > CAST('0' AS FLOAT64);
-- Not
NOT batch.`b`;
-- Compare floats
batch.`f` < batch.`y`;
-- Compare a float32
batch.`r` = batch.`d`;
-- Compare texts
batch.`s` < 'a';
-- Distinct
(batch.`f` IS DISTINCT FROM batch.`y` AND NOT COALESCE(IS_NAN(batch.`f`) AND IS_NAN(batch.`y`), FALSE));
-- IsNull
batch.`s` IS NULL;
-- IsNull of a struct
batch.`p` IS NULL;
-- Is
(batch.`f` > CAST('0' AS FLOAT64)) IS TRUE;
-- In any case
LOWER(batch.`s`) IN ('a', LOWER('ΟΣ'));
-- Like
batch.`s` LIKE '10\\%_';
-- Match
REGEXP_CONTAINS(batch.`s`, '^it\'s (\\d+)\\?');
-- Extract
REGEXP_EXTRACT(batch.`s`, '^([0-9]{4})-[0-9]{2}$');
-- Arith of integers
batch.`i` + 1;
-- Arith of int32
batch.`small` * batch.`i`;
-- Arith of decimals
batch.`d` * CAST(batch.`i` AS NUMERIC);
-- Arith, a division
CAST(batch.`i` AS FLOAT64) / NULLIF(CAST(batch.`d` AS FLOAT64), 0);
-- Arith, a remainder
MOD(batch.`i`, NULLIF(batch.`k`, 0));
-- Arith, a remainder of decimals
MOD(batch.`d`, NUMERIC '0.05');
-- Case
CASE WHEN batch.`b` THEN CAST(batch.`i` AS NUMERIC) ELSE batch.`d` END;
-- Cast of a text
CAST(batch.`s` AS NUMERIC);
-- Cast to a text
FORMAT_TIMESTAMP('%F %H:%M:%E*S+00', batch.`tz`, 'UTC');
-- Cast of a decimal to a text
FORMAT('%.2f', batch.`d`);
-- Cast to a date
DATE(DATETIME(batch.`tz`, 'UTC'));
-- DateAdd to a date
DATE_ADD(batch.`day`, INTERVAL (batch.`i` * 7) DAY);
-- DateAdd to a timestamptz
TIMESTAMP(DATETIME_ADD(DATETIME(batch.`tz`, 'UTC'), INTERVAL 3 MONTH), 'UTC');
-- DateDiff of dates
DATE_DIFF(batch.`later`, batch.`day`, ISOWEEK);
-- DateDiff of timestamps
DATETIME_DIFF(DATETIME_TRUNC(batch.`later`, HOUR), DATETIME_TRUNC(batch.`ts`, HOUR), HOUR);
-- DateTrunc
TIMESTAMP_TRUNC(batch.`tz`, ISOWEEK, 'UTC');
-- AnyItem and Item
CASE WHEN batch.`l` IS NOT NULL THEN EXISTS (SELECT 1 FROM UNNEST(batch.`l`) AS `_sqlgate_item_i` WHERE `_sqlgate_item_i` = batch.`i`) END;
-- Field
batch.`p`.`name`;
-- Call
CHAR_LENGTH(batch.`s`);
-- Aggregate, a sum
CAST(SUM(batch.`i`) AS INT64);
-- Aggregate, distinct
COUNT(DISTINCT batch.`s`);
-- Aggregate, a mean
(CAST(SUM(batch.`d`) AS FLOAT64) / NULLIF(CAST(COUNT(batch.`d`) AS FLOAT64), 0));
-- Aggregate, the least
MIN(batch.`f`);
-- Aggregate of conditions
LOGICAL_AND((batch.`f` > CAST('0' AS FLOAT64)));
-- Raw
(a > 0);
-- length
CHAR_LENGTH(batch.`s`);
-- bytes
BYTE_LENGTH(batch.`s`);
-- trim
TRIM(batch.`s`, ' \t\n\v\f\r');
-- ltrim
LTRIM(batch.`s`, ' \t\n\v\f\r');
-- rtrim
RTRIM(batch.`s`, ' \t\n\v\f\r');
-- lower
LOWER(batch.`s`);
-- upper
UPPER(batch.`s`);
-- is_json
(REGEXP_CONTAINS(batch.`s`, '^(?:[ \\t\\n\\r\\[\\]{}:,]|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:u[0-9A-Fa-f]{4}|["\\\\/bfnrt]))*"|-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)*$') AND (SAFE.PARSE_JSON(REGEXP_REPLACE(REGEXP_REPLACE(REGEXP_REPLACE(batch.`s`, '\\\\(?:u[0-9A-Fa-f]{4}|["\\\\/bfnrt])', 'x'), '"[^"\\\\\\x00-\\x1f]*"', '""'), '(-?(?:0|[1-9][0-9]*))(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?', '0')) IS NOT NULL OR batch.`s` IS NULL));
-- json_keys
CASE WHEN (REGEXP_CONTAINS(batch.`s`, '^(?:[ \\t\\n\\r\\[\\]{}:,]|"(?:[^"\\\\\\x00-\\x1f]|\\\\(?:u[0-9A-Fa-f]{4}|["\\\\/bfnrt]))*"|-?[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)*$') AND (SAFE.PARSE_JSON(REGEXP_REPLACE(REGEXP_REPLACE(REGEXP_REPLACE(batch.`s`, '\\\\(?:u[0-9A-Fa-f]{4}|["\\\\/bfnrt])', 'x'), '"[^"\\\\\\x00-\\x1f]*"', '""'), '(-?(?:0|[1-9][0-9]*))(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?', '0')) IS NOT NULL OR batch.`s` IS NULL)) THEN CASE WHEN REGEXP_CONTAINS(batch.`s`, '^(?s:[^\\\\]|\\\\[^u]|\\\\u(?:000[1-9A-Fa-f]|00[1-9A-Fa-f][0-9A-Fa-f]|0[1-9A-Fa-f][0-9A-Fa-f]{2}|[1-9A-Ca-cE-Fe-f][0-9A-Fa-f]{3}|[Dd][0-7][0-9A-Fa-f]{2}|[Dd][89ABab][0-9A-Fa-f]{2}\\\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}))*$') THEN CASE WHEN JSON_TYPE(PARSE_JSON(batch.`s`, wide_number_mode => 'round')) = 'object' THEN ARRAY(SELECT IF(STARTS_WITH(key, '"'), STRING(PARSE_JSON(key)), key) AS key FROM UNNEST(JSON_KEYS(PARSE_JSON(batch.`s`, wide_number_mode => 'round'), 1)) AS key ORDER BY key) END END END;
-- list_length
ARRAY_LENGTH(batch.`l`);
-- list_unique
CASE WHEN batch.`l` IS NOT NULL THEN (SELECT COUNT(*) FROM (SELECT DISTINCT _sqlgate_unique FROM UNNEST(batch.`l`) AS _sqlgate_unique)) END;
-- starts_with
STARTS_WITH(batch.`s`, batch.`t`);
-- ends_with
ENDS_WITH(batch.`s`, batch.`t`);
-- contains
(STRPOS(batch.`s`, batch.`t`) > 0);
-- neg
(-batch.`d`);
-- abs
ABS(batch.`d`);
-- floor
FLOOR(batch.`d`);
-- ceil
CEIL(batch.`d`);
-- sign
CAST(SIGN(batch.`d`) AS INT64);
-- sqrt
CASE WHEN batch.`f` < 0 THEN NULL ELSE SQRT(batch.`f`) END;
-- is_nan
IS_NAN(batch.`f`);
-- is_inf
IS_INF(batch.`f`);
-- is_finite
(NOT IS_NAN(batch.`f`) AND NOT IS_INF(batch.`f`));
-- sign
CASE WHEN NOT IS_NAN(batch.`f`) THEN CAST(SIGN(batch.`f`) AS INT64) END;
-- greatest
GREATEST(batch.`f`, batch.`y`);
-- least
LEAST(batch.`f`, batch.`y`);
-- nullif
CASE WHEN batch.`f` = batch.`y` THEN CAST(NULL AS FLOAT64) ELSE batch.`f` END;
-- coalesce
COALESCE(batch.`f`, batch.`y`);
-- power
CASE WHEN batch.`f` < 0 AND FLOOR(batch.`y`) < batch.`y` OR batch.`f` = 0 AND batch.`y` < 0 THEN NULL ELSE POWER(batch.`f`, batch.`y`) END;
-- year
EXTRACT(YEAR FROM batch.`ts`);
-- month
EXTRACT(MONTH FROM batch.`ts`);
-- day
EXTRACT(DAY FROM batch.`ts`);
-- hour
EXTRACT(HOUR FROM batch.`ts`);
-- minute
EXTRACT(MINUTE FROM batch.`ts`);
-- second
EXTRACT(SECOND FROM batch.`ts`);
-- dow
(MOD(EXTRACT(DAYOFWEEK FROM batch.`ts`) + 5, 7) + 1);
-- substring
SUBSTR(batch.`s`, CASE WHEN batch.`i` < 1 THEN 1 WHEN batch.`i` > 2147483647 THEN 2147483647 ELSE batch.`i` END, 3);
-- replace
REPLACE(batch.`s`, batch.`t`, '\'');
-- concat
(batch.`s` || '-' || batch.`t`);
-- round
CASE WHEN ABS(batch.`f`) < CAST('4.503599627370496e+13' AS FLOAT64) THEN TRUNC(batch.`f` * CAST('100' AS FLOAT64) + SIGN(batch.`f`) * CAST('0.49999999999999994' AS FLOAT64)) / CAST('100' AS FLOAT64) ELSE batch.`f` END;
-- round
ROUND(batch.`d`, 1);
-- json_value
CASE WHEN REGEXP_CONTAINS(TO_JSON_STRING(batch.`j`), '^(?s:[^\\\\]|\\\\[^u]|\\\\u(?:000[1-9A-Fa-f]|00[1-9A-Fa-f][0-9A-Fa-f]|0[1-9A-Fa-f][0-9A-Fa-f]{2}|[1-9A-Ca-cE-Fe-f][0-9A-Fa-f]{3}|[Dd][0-7][0-9A-Fa-f]{2}|[Dd][89ABab][0-9A-Fa-f]{2}\\\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}))*$') THEN JSON_VALUE(PARSE_JSON(REGEXP_REPLACE(REGEXP_REPLACE(TO_JSON_STRING(batch.`j`), '((?:"(?:[^"\\\\]|\\\\.)*"|[^"0-9-])*)(-?[0-9][-+0-9.eE]*)?', '\\1"\\2"'), '""$', '')), '$.a.b') END;
