-- a.unique: unique
-- _sqlgate_keys_1
SELECT hash FROM (SELECT coalesce(CAST(batch."a" AS bigint), 0) AS hash FROM batch WHERE batch."a" IS NOT NULL) AS hashes GROUP BY hash HAVING count(*) > 1;
-- _sqlgate_found_1
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."a") AS n FROM batch WHERE batch."a" IS NOT NULL AND coalesce(CAST(batch."a" AS bigint), 0) IN (SELECT hash FROM "_sqlgate_keys_1")) AS numbered WHERE n > 1;
-- b.unique: unique, in any case
-- _sqlgate_keys_2
SELECT hash FROM (SELECT (coalesce(hashtextextended((lower(batch."b" COLLATE "und-x-icu") COLLATE "C"), 0), 0)) AS hash FROM batch WHERE batch."b" IS NOT NULL) AS hashes GROUP BY hash HAVING count(*) > 1;
-- _sqlgate_found_2
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY (lower(batch."b" COLLATE "und-x-icu") COLLATE "C")) AS n FROM batch WHERE batch."b" IS NOT NULL AND (coalesce(hashtextextended((lower(batch."b" COLLATE "und-x-icu") COLLATE "C"), 0), 0)) IN (SELECT hash FROM "_sqlgate_keys_2")) AS numbered WHERE n > 1;
-- f.unique: unique
-- _sqlgate_found_3
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."f") AS n FROM batch WHERE batch."f" IS NOT NULL) AS numbered WHERE n > 1;
-- pair: (b, d) unique
-- _sqlgate_found_4
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."b", batch."d") AS n FROM batch WHERE batch."b" IS NOT NULL AND batch."d" IS NOT NULL) AS numbered WHERE n > 1;
