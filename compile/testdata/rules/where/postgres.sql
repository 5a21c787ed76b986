-- n.min: >= 10
(batch."s" = 'a' AND batch."n" <> 11) IS TRUE AND batch."n" IS NOT NULL AND batch."n" < 10;
-- n.not_null: not null
(batch."s" IS NOT NULL) IS TRUE AND batch."n" IS NULL;
-- n.unique: unique
-- _sqlgate_keys_3
SELECT hash FROM (SELECT coalesce(CAST(batch."n" AS bigint), 0) AS hash FROM batch WHERE (batch."s" = 'a') IS TRUE AND batch."n" IS NOT NULL) AS hashes GROUP BY hash HAVING count(*) > 1;
-- _sqlgate_found_3
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", count(*) OVER (PARTITION BY batch."n") AS n FROM batch WHERE (batch."s" = 'a') IS TRUE AND batch."n" IS NOT NULL AND coalesce(CAST(batch."n" AS bigint), 0) IN (SELECT hash FROM "_sqlgate_keys_3")) AS numbered WHERE n > 1;
-- nested: s = 'a'
(batch."n" > 5) IS TRUE AND (batch."s" = 'a') IS FALSE;
-- raw: s = 'a'
(batch."n" > 5) IS TRUE AND (s = 'a') IS FALSE;
