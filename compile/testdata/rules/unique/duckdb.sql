-- a.unique: unique
-- _sqlgate_keys_1
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(coalesce(batch."a" & 4294967295, 0) AS UINTEGER) AS hash FROM batch WHERE batch."a" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;
-- _sqlgate_found_1
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."a") AS n FROM batch WHERE batch."a" IS NOT NULL AND CAST(coalesce(batch."a" & 4294967295, 0) AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_1")) AS numbered WHERE n > 1;
-- b.unique: unique, in any case
-- _sqlgate_keys_2
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(CASE WHEN strlen(batch."b") = length(batch."b") THEN lower(batch."b") ELSE lower(regexp_replace(replace(batch."b", 'İ', 'i̇'), '([\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*)Σ([\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*(?:[^\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]|$))', '\1ς\2', 'g')) END) >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."b" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;
-- _sqlgate_found_2
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY CASE WHEN strlen(batch."b") = length(batch."b") THEN lower(batch."b") ELSE lower(regexp_replace(replace(batch."b", 'İ', 'i̇'), '([\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*)Σ([\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*(?:[^\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]|$))', '\1ς\2', 'g')) END) AS n FROM batch WHERE batch."b" IS NOT NULL AND CAST(hash(CASE WHEN strlen(batch."b") = length(batch."b") THEN lower(batch."b") ELSE lower(regexp_replace(replace(batch."b", 'İ', 'i̇'), '([\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*)Σ([\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*(?:[^\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]|$))', '\1ς\2', 'g')) END) >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_2")) AS numbered WHERE n > 1;
-- f.unique: unique
-- _sqlgate_keys_3
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."f") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."f" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;
-- _sqlgate_found_3
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."f") AS n FROM batch WHERE batch."f" IS NOT NULL AND CAST(hash(batch."f") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_3")) AS numbered WHERE n > 1;
-- pair: (b, d) unique
-- _sqlgate_keys_4
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."b", batch."d") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."b" IS NOT NULL AND batch."d" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;
-- _sqlgate_found_4
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."b", batch."d") AS n FROM batch WHERE batch."b" IS NOT NULL AND batch."d" IS NOT NULL AND CAST(hash(batch."b", batch."d") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_4")) AS numbered WHERE n > 1;
