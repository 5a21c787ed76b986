-- Column of another relation
"other"."a""b";
-- Column of the run's start
batch."_sqlgate_started_at";
-- Literal
0.10;
-- Var
CAST(CAST($1 AS VARCHAR) AS DECIMAL(10,2)) IS NOT NULL;
-- Null
CAST(NULL AS DECIMAL(10,2));
-- Null without a type
NULL;
-- And
batch."b" AND (batch."f" > CAST('0' AS DOUBLE) AND NOT isnan(batch."f"));
-- Or
batch."b" OR (batch."f" > CAST('0' AS DOUBLE) AND NOT isnan(batch."f"));
-- Not
NOT batch."b";
-- Compare floats
CASE WHEN batch."f" IS NOT NULL AND batch."y" IS NOT NULL THEN batch."f" < batch."y" AND NOT isnan(batch."y") END;
-- Compare a float32
CAST(batch."r" AS DOUBLE) = batch."d";
-- Compare texts
batch."s" < 'a';
-- Distinct
batch."f" IS DISTINCT FROM batch."y";
-- IsNull
batch."s" IS NULL;
-- IsNull of a struct
batch."p" IS NULL;
-- Is
((batch."f" > CAST('0' AS DOUBLE) AND NOT isnan(batch."f"))) IS TRUE;
-- In any case
CASE WHEN strlen(batch."s") = length(batch."s") THEN lower(batch."s") ELSE lower(regexp_replace(replace(batch."s", 'İ', 'i̇'), '([\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*)Σ([\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*(?:[^\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]|$))', '\1ς\2', 'g')) END IN ('a', CASE WHEN strlen('ΟΣ') = length('ΟΣ') THEN lower('ΟΣ') ELSE lower(regexp_replace(replace('ΟΣ', 'İ', 'i̇'), '([\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*)Σ([\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*(?:[^\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]|$))', '\1ς\2', 'g')) END);
-- Like
batch."s" LIKE '10\%_' ESCAPE '\';
-- Match
regexp_matches(batch."s", '^it''s (\d+)\?');
-- Extract
CASE WHEN regexp_matches(batch."s", '^([0-9]{4})-[0-9]{2}$') THEN regexp_extract(batch."s", '^([0-9]{4})-[0-9]{2}$', 1) END;
-- Arith of integers
batch."i" + 1;
-- Arith of int32
CAST(batch."small" AS BIGINT) * batch."i";
-- Arith of decimals
batch."d" * CAST(batch."i" AS DECIMAL(19,0));
-- Arith, a division
CAST(batch."i" AS DOUBLE) / NULLIF(CAST(batch."d" AS DOUBLE), 0);
-- Arith, a remainder
batch."i" % CASE batch."k" WHEN -1 THEN 1 ELSE batch."k" END;
-- Arith, a remainder of decimals
batch."d" % 0.05;
-- Case
CASE WHEN batch."b" THEN CAST(batch."i" AS DECIMAL(19,0)) ELSE batch."d" END;
-- Cast of a text
CAST(batch."s" AS DECIMAL(10,2));
-- Cast to a text
replace(CAST((batch."tz" AT TIME ZONE 'UTC') AS VARCHAR) || '+00', 'infinity+00', 'infinity');
-- Cast of a decimal to a text
CAST(batch."d" AS VARCHAR);
-- Cast to a date
CAST((batch."tz" AT TIME ZONE 'UTC') AS DATE);
-- DateAdd to a date
CAST((batch."day" + to_days(CAST((batch."i" * 7) AS INTEGER))) AS DATE);
-- DateAdd to a timestamptz
((to_months(3) + (batch."tz" AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC');
-- DateDiff of dates
(date_diff('day', date_trunc('week', CAST(batch."day" AS TIMESTAMP)), date_trunc('week', CAST(batch."later" AS TIMESTAMP))) // 7);
-- DateDiff of timestamps
date_diff('hour', batch."ts", batch."later");
-- DateTrunc
(date_trunc('week', (batch."tz" AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC');
-- AnyItem and Item
(len(list_filter(batch."l", lambda "_sqlgate_item_i": "_sqlgate_item_i" = batch."i")) > 0);
-- Field
struct_extract(batch."p", 'name');
-- Call
length(batch."s");
-- Aggregate, a sum
CAST(sum(batch."i") AS BIGINT);
-- Aggregate, distinct
count(DISTINCT batch."s");
-- Aggregate, a mean
(CAST(CAST(sum(batch."d") AS VARCHAR) AS DOUBLE) / NULLIF(CAST(count(batch."d") AS DOUBLE), 0));
-- Aggregate, the least
CASE WHEN bool_or(isnan(batch."f")) THEN max(batch."f") ELSE min(batch."f") END;
-- Aggregate of conditions
bool_and(((batch."f" > CAST('0' AS DOUBLE) AND NOT isnan(batch."f"))));
-- Raw
(a > 0);
-- length
length(batch."s");
-- bytes
strlen(batch."s");
-- trim
trim(batch."s", E' \t\n\x0b\x0c\r');
-- ltrim
ltrim(batch."s", E' \t\n\x0b\x0c\r');
-- rtrim
rtrim(batch."s", E' \t\n\x0b\x0c\r');
-- lower
CASE WHEN strlen(batch."s") = length(batch."s") THEN lower(batch."s") ELSE lower(regexp_replace(replace(batch."s", 'İ', 'i̇'), '([\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*)Σ([\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*(?:[^\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]|$))', '\1ς\2', 'g')) END;
-- upper
CASE WHEN strlen(batch."s") = length(batch."s") THEN upper(batch."s") ELSE upper(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(batch."s", 'ß', 'SS'), 'ŉ', 'ʼN'), 'ǰ', 'J̌'), 'ΐ', 'Ϊ́'), 'ΰ', 'Ϋ́'), 'և', 'ԵՒ'), 'ẖ', 'H̱'), 'ẗ', 'T̈'), 'ẘ', 'W̊'), 'ẙ', 'Y̊'), 'ẚ', 'Aʾ'), 'ὐ', 'Υ̓'), 'ὒ', 'Υ̓̀'), 'ὔ', 'Υ̓́'), 'ὖ', 'Υ̓͂'), 'ᾀ', 'ἈΙ'), 'ᾁ', 'ἉΙ'), 'ᾂ', 'ἊΙ'), 'ᾃ', 'ἋΙ'), 'ᾄ', 'ἌΙ'), 'ᾅ', 'ἍΙ'), 'ᾆ', 'ἎΙ'), 'ᾇ', 'ἏΙ'), 'ᾈ', 'ἈΙ'), 'ᾉ', 'ἉΙ'), 'ᾊ', 'ἊΙ'), 'ᾋ', 'ἋΙ'), 'ᾌ', 'ἌΙ'), 'ᾍ', 'ἍΙ'), 'ᾎ', 'ἎΙ'), 'ᾏ', 'ἏΙ'), 'ᾐ', 'ἨΙ'), 'ᾑ', 'ἩΙ'), 'ᾒ', 'ἪΙ'), 'ᾓ', 'ἫΙ'), 'ᾔ', 'ἬΙ'), 'ᾕ', 'ἭΙ'), 'ᾖ', 'ἮΙ'), 'ᾗ', 'ἯΙ'), 'ᾘ', 'ἨΙ'), 'ᾙ', 'ἩΙ'), 'ᾚ', 'ἪΙ'), 'ᾛ', 'ἫΙ'), 'ᾜ', 'ἬΙ'), 'ᾝ', 'ἭΙ'), 'ᾞ', 'ἮΙ'), 'ᾟ', 'ἯΙ'), 'ᾠ', 'ὨΙ'), 'ᾡ', 'ὩΙ'), 'ᾢ', 'ὪΙ'), 'ᾣ', 'ὫΙ'), 'ᾤ', 'ὬΙ'), 'ᾥ', 'ὭΙ'), 'ᾦ', 'ὮΙ'), 'ᾧ', 'ὯΙ'), 'ᾨ', 'ὨΙ'), 'ᾩ', 'ὩΙ'), 'ᾪ', 'ὪΙ'), 'ᾫ', 'ὫΙ'), 'ᾬ', 'ὬΙ'), 'ᾭ', 'ὭΙ'), 'ᾮ', 'ὮΙ'), 'ᾯ', 'ὯΙ'), 'ᾲ', 'ᾺΙ'), 'ᾳ', 'ΑΙ'), 'ᾴ', 'ΆΙ'), 'ᾶ', 'Α͂'), 'ᾷ', 'Α͂Ι'), 'ᾼ', 'ΑΙ'), 'ῂ', 'ῊΙ'), 'ῃ', 'ΗΙ'), 'ῄ', 'ΉΙ'), 'ῆ', 'Η͂'), 'ῇ', 'Η͂Ι'), 'ῌ', 'ΗΙ'), 'ῒ', 'Ϊ̀'), 'ΐ', 'Ϊ́'), 'ῖ', 'Ι͂'), 'ῗ', 'Ϊ͂'), 'ῢ', 'Ϋ̀'), 'ΰ', 'Ϋ́'), 'ῤ', 'Ρ̓'), 'ῦ', 'Υ͂'), 'ῧ', 'Ϋ͂'), 'ῲ', 'ῺΙ'), 'ῳ', 'ΩΙ'), 'ῴ', 'ΏΙ'), 'ῶ', 'Ω͂'), 'ῷ', 'Ω͂Ι'), 'ῼ', 'ΩΙ'), 'ﬀ', 'FF'), 'ﬁ', 'FI'), 'ﬂ', 'FL'), 'ﬃ', 'FFI'), 'ﬄ', 'FFL'), 'ﬅ', 'ST'), 'ﬆ', 'ST'), 'ﬓ', 'ՄՆ'), 'ﬔ', 'ՄԵ'), 'ﬕ', 'ՄԻ'), 'ﬖ', 'ՎՆ'), 'ﬗ', 'ՄԽ')) END;
-- is_json
CASE WHEN regexp_matches(batch."s", '(?i:nan|inf)|,[ \t\n\r]*[\]}]|\\u[dD]') THEN json_valid(regexp_replace(regexp_replace(regexp_replace(batch."s", '\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt])', 'x', 'g'), '"[^"\\\x00-\x1f]*"', '""', 'g'), '(?i:nan|inf)|,[ \t\n\r]*[\]}]', '!', 'g')) ELSE json_valid(batch."s") END;
-- json_keys
CASE WHEN CASE WHEN regexp_matches(batch."s", '(?i:nan|inf)|,[ \t\n\r]*[\]}]|\\u[dD]') THEN json_valid(regexp_replace(regexp_replace(regexp_replace(batch."s", '\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt])', 'x', 'g'), '"[^"\\\x00-\x1f]*"', '""', 'g'), '(?i:nan|inf)|,[ \t\n\r]*[\]}]', '!', 'g')) ELSE json_valid(batch."s") END THEN CASE WHEN regexp_matches(batch."s", '^(?s:[^\\]|\\[^u]|\\u(?:000[1-9A-Fa-f]|00[1-9A-Fa-f][0-9A-Fa-f]|0[1-9A-Fa-f][0-9A-Fa-f]{2}|[1-9A-Ca-cE-Fe-f][0-9A-Fa-f]{3}|[Dd][0-7][0-9A-Fa-f]{2}|[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}))*$') THEN CASE WHEN json_type(batch."s") = 'OBJECT' THEN list_sort(list_distinct(json_keys(batch."s"))) END END END;
-- list_length
length(batch."l");
-- list_unique
list_unique(list_transform(batch."l", lambda _sqlgate_unique: {'item': _sqlgate_unique}));
-- starts_with
starts_with(batch."s", batch."t");
-- ends_with
ends_with(batch."s", batch."t");
-- contains
contains(batch."s", batch."t");
-- neg
(-batch."d");
-- abs
abs(batch."d");
-- floor
floor(batch."d");
-- ceil
ceil(batch."d");
-- sign
CAST(sign(batch."d") AS BIGINT);
-- sqrt
CASE WHEN batch."f" < 0 THEN NULL ELSE sqrt(batch."f") END;
-- is_nan
isnan(batch."f");
-- is_inf
isinf(batch."f");
-- is_finite
isfinite(batch."f");
-- sign
CASE WHEN NOT isnan(batch."f") THEN CAST(sign(batch."f") AS BIGINT) END;
-- greatest
CASE WHEN batch."f" IS NOT NULL AND batch."y" IS NOT NULL THEN greatest(batch."f", batch."y") END;
-- least
CASE WHEN batch."f" IS NOT NULL AND batch."y" IS NOT NULL THEN CASE WHEN isnan(batch."f") THEN batch."f" WHEN isnan(batch."y") THEN batch."y" ELSE least(batch."f", batch."y") END END;
-- nullif
CASE WHEN CASE WHEN batch."f" IS NOT NULL AND batch."y" IS NOT NULL THEN batch."f" = batch."y" AND NOT isnan(batch."f") END THEN CAST(NULL AS DOUBLE) ELSE batch."f" END;
-- coalesce
coalesce(batch."f", batch."y");
-- power
CASE WHEN batch."f" < 0 AND floor(batch."y") < batch."y" OR batch."f" = 0 AND batch."y" < 0 THEN NULL ELSE CASE WHEN NOT isfinite(power(batch."f", batch."y")) AND isfinite(batch."f") AND isfinite(batch."y") THEN error('a float is out of range') ELSE power(batch."f", batch."y") END END;
-- year
year(batch."ts");
-- month
month(batch."ts");
-- day
day(batch."ts");
-- hour
hour(batch."ts");
-- minute
minute(batch."ts");
-- second
second(batch."ts");
-- dow
isodow(batch."ts");
-- substring
substring(batch."s", CASE WHEN batch."i" < 1 THEN 1 WHEN batch."i" > 2147483647 THEN 2147483647 ELSE batch."i" END, 3);
-- replace
replace(batch."s", batch."t", '''');
-- concat
(batch."s" || '-' || batch."t");
-- round
CASE WHEN abs(batch."f") < CAST('4.503599627370496e+13' AS DOUBLE) THEN trunc(batch."f" * CAST('100' AS DOUBLE) + sign(batch."f") * CAST('0.49999999999999994' AS DOUBLE)) / CAST('100' AS DOUBLE) ELSE batch."f" END;
-- round
round(CAST(batch."d" AS DECIMAL(11,2)), 1);
-- json_value
CASE WHEN CASE WHEN regexp_matches(CAST(batch."j" AS VARCHAR), '(?i:nan|inf)|,[ \t\n\r]*[\]}]|\\u[dD]') THEN json_valid(regexp_replace(regexp_replace(regexp_replace(CAST(batch."j" AS VARCHAR), '\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt])', 'x', 'g'), '"[^"\\\x00-\x1f]*"', '""', 'g'), '(?i:nan|inf)|,[ \t\n\r]*[\]}]', '!', 'g')) ELSE json_valid(CAST(batch."j" AS VARCHAR)) END THEN CASE WHEN regexp_matches(CAST(batch."j" AS VARCHAR), '^(?s:[^\\]|\\[^u]|\\u(?:000[1-9A-Fa-f]|00[1-9A-Fa-f][0-9A-Fa-f]|0[1-9A-Fa-f][0-9A-Fa-f]{2}|[1-9A-Ca-cE-Fe-f][0-9A-Fa-f]{3}|[Dd][0-7][0-9A-Fa-f]{2}|[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}))*$') THEN json_extract_string(json_value(CASE WHEN regexp_matches(CAST(batch."j" AS VARCHAR), '[0-9][.eE]|-0|[0-9]{19}') THEN regexp_replace(regexp_replace(CAST(batch."j" AS VARCHAR), '((?:"(?:[^"\\]|\\.)*"|[^"0-9-])*)(-?[0-9][-+0-9.eE]*)?', '\1"\2"', 'g'), '""$', '') ELSE CAST(batch."j" AS VARCHAR) END, '$.a.b'), '$') END END;
