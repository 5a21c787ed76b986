-- v.max: <= 99
batch."v" IS NOT NULL AND batch."v" > 99;
-- any_row: (k) unique, keeping any row
-- _sqlgate_keys_2
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."k") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."k" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;
-- _sqlgate_lost_2
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", row_number() OVER (PARTITION BY batch."k" ORDER BY batch."_sqlgate_row") AS n FROM batch WHERE batch."k" IS NOT NULL AND CAST(hash(batch."k") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_2")) AS numbered WHERE n > 1;
-- _sqlgate_found_2
SELECT "_sqlgate_row" FROM "_sqlgate_lost_2";
-- first: (k) unique, keeping the first by at
-- _sqlgate_keys_3
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."k") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."k" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;
-- _sqlgate_lost_3
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", row_number() OVER (PARTITION BY batch."k" ORDER BY batch."at" ASC NULLS FIRST, batch."k" ASC NULLS LAST, batch."v" ASC NULLS LAST, batch."_sqlgate_row") AS n FROM batch WHERE batch."k" IS NOT NULL AND CAST(hash(batch."k") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_3")) AS numbered WHERE n > 1;
-- _sqlgate_found_3
SELECT "_sqlgate_row" FROM "_sqlgate_lost_3";
-- last: (k) unique, keeping the last by at
-- _sqlgate_keys_4
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."k") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."k" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;
-- _sqlgate_lost_4
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", row_number() OVER (PARTITION BY batch."k" ORDER BY batch."at" DESC NULLS LAST, batch."k" ASC NULLS LAST, batch."v" ASC NULLS LAST, batch."_sqlgate_row") AS n FROM batch WHERE batch."k" IS NOT NULL AND CAST(hash(batch."k") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_4")) AS numbered WHERE n > 1;
-- _sqlgate_found_4
SELECT "_sqlgate_row" FROM "_sqlgate_lost_4";
-- any_case: (k) unique, in any case, keeping the last by at
-- _sqlgate_keys_5
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(CASE WHEN strlen(batch."k") = length(batch."k") THEN lower(batch."k") ELSE lower(regexp_replace(replace(batch."k", 'İ', 'i̇'), '([\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*)Σ([\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*(?:[^\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]|$))', '\1ς\2', 'g')) END) >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."k" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;
-- _sqlgate_lost_5
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", row_number() OVER (PARTITION BY CASE WHEN strlen(batch."k") = length(batch."k") THEN lower(batch."k") ELSE lower(regexp_replace(replace(batch."k", 'İ', 'i̇'), '([\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*)Σ([\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*(?:[^\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]|$))', '\1ς\2', 'g')) END ORDER BY batch."at" DESC NULLS LAST, batch."k" ASC NULLS LAST, batch."v" ASC NULLS LAST, batch."_sqlgate_row") AS n FROM batch WHERE batch."k" IS NOT NULL AND CAST(hash(CASE WHEN strlen(batch."k") = length(batch."k") THEN lower(batch."k") ELSE lower(regexp_replace(replace(batch."k", 'İ', 'i̇'), '([\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉][\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*)Σ([\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]*(?:[^\p{Lu}\p{Ll}\p{Lt}ªºⅠ-ⅿⒶ-ⓩ🄰-🅉🅐-🅩🅰-🆉\p{Mn}\p{Me}\p{Cf}\p{Lm}\p{Sk}''.:··՟״‘’․‧︓﹒﹕＇．：]|$))', '\1ς\2', 'g')) END) >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_5")) AS numbered WHERE n > 1;
-- _sqlgate_found_5
SELECT "_sqlgate_row" FROM "_sqlgate_lost_5";
-- last_valid: (k) unique, keeping the last by at
-- _sqlgate_keys_6
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."k") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."k" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS invalid WHERE invalid."_sqlgate_row" = batch."_sqlgate_row" AND (invalid."_sqlgate_failed_1" & 1) <> 0)) AS hashes) AS numbered WHERE n = 2;
-- _sqlgate_lost_6
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", row_number() OVER (PARTITION BY batch."k" ORDER BY batch."at" DESC NULLS LAST, batch."k" ASC NULLS LAST, batch."v" ASC NULLS LAST, batch."_sqlgate_row") AS n FROM batch WHERE batch."k" IS NOT NULL AND CAST(hash(batch."k") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_6") AND NOT EXISTS (SELECT 1 FROM "_sqlgate_row_failures" AS invalid WHERE invalid."_sqlgate_row" = batch."_sqlgate_row" AND (invalid."_sqlgate_failed_1" & 1) <> 0)) AS numbered WHERE n > 1;
-- _sqlgate_found_6
SELECT "_sqlgate_row" FROM "_sqlgate_lost_6";
