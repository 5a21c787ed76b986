-- a.unique: unique
-- _sqlgate_keys_1
SELECT hash FROM (SELECT coalesce(CAST(batch."a" AS bigint), 0) AS hash FROM batch) AS hashes GROUP BY hash HAVING count(*) > 1;
-- _sqlgate_found_1
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."a") AS n FROM batch WHERE coalesce(CAST(batch."a" AS bigint), 0) IN (SELECT hash FROM "_sqlgate_keys_1")) AS numbered WHERE n > 1;
-- every: (a, b) unique
-- _sqlgate_keys_2
SELECT hash FROM (SELECT (coalesce(hashint8extended(CAST(batch."a" AS bigint), 0), 0) # coalesce(hashtextextended(batch."b", 1), 0)) AS hash FROM batch WHERE batch."a" IS NOT NULL AND batch."b" IS NOT NULL) AS hashes GROUP BY hash HAVING count(*) > 1;
-- _sqlgate_found_2
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."a", batch."b") AS n FROM batch WHERE batch."a" IS NOT NULL AND batch."b" IS NOT NULL AND (coalesce(hashint8extended(CAST(batch."a" AS bigint), 0), 0) # coalesce(hashtextextended(batch."b", 1), 0)) IN (SELECT hash FROM "_sqlgate_keys_2")) AS numbered WHERE n > 1;
-- equal: (a, b) unique
-- _sqlgate_keys_3
SELECT hash FROM (SELECT (coalesce(hashint8extended(CAST(batch."a" AS bigint), 0), 0) # coalesce(hashtextextended(batch."b", 1), 0)) AS hash FROM batch) AS hashes GROUP BY hash HAVING count(*) > 1;
-- _sqlgate_found_3
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."a", batch."b") AS n FROM batch WHERE (coalesce(hashint8extended(CAST(batch."a" AS bigint), 0), 0) # coalesce(hashtextextended(batch."b", 1), 0)) IN (SELECT hash FROM "_sqlgate_keys_3")) AS numbered WHERE n > 1;
-- whole: (a, b) unique
-- _sqlgate_keys_4
SELECT hash FROM (SELECT (coalesce(hashint8extended(CAST(batch."a" AS bigint), 0), 0) # coalesce(hashtextextended(batch."b", 1), 0)) AS hash FROM batch WHERE (batch."a" IS NOT NULL OR batch."b" IS NOT NULL)) AS hashes GROUP BY hash HAVING count(*) > 1;
-- _sqlgate_found_4
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."a", batch."b") AS n FROM batch WHERE (batch."a" IS NOT NULL OR batch."b" IS NOT NULL) AND (coalesce(hashint8extended(CAST(batch."a" AS bigint), 0), 0) # coalesce(hashtextextended(batch."b", 1), 0)) IN (SELECT hash FROM "_sqlgate_keys_4")) AS numbered WHERE n > 1;
