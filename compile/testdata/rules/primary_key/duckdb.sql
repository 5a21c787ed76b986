-- key: (a, b) not null and unique
batch."a" IS NULL OR batch."b" IS NULL;
-- _sqlgate_keys_1
SELECT hash FROM (SELECT hash, row_number() OVER (PARTITION BY hash) AS n FROM (SELECT CAST(hash(batch."a", batch."b") >> 32 AS UINTEGER) AS hash FROM batch WHERE batch."a" IS NOT NULL AND batch."b" IS NOT NULL) AS hashes) AS numbered WHERE n = 2;
-- _sqlgate_found_1
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."a", batch."b") AS n FROM batch WHERE batch."a" IS NOT NULL AND batch."b" IS NOT NULL AND CAST(hash(batch."a", batch."b") >> 32 AS UINTEGER) IN (SELECT hash FROM "_sqlgate_keys_1")) AS numbered WHERE n > 1;
