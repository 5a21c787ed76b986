-- v.unique_items: no repeated items
batch.`v` IS NOT NULL AND CASE WHEN batch.`v` IS NOT NULL THEN (SELECT COUNT(*) FROM (SELECT DISTINCT _sqlgate_unique FROM UNNEST(batch.`v`) AS _sqlgate_unique)) END <> ARRAY_LENGTH(batch.`v`);
-- s.unique_items: no repeated items
batch.`s` IS NULL OR CASE WHEN batch.`s` IS NOT NULL THEN (SELECT COUNT(*) FROM (SELECT DISTINCT _sqlgate_unique FROM UNNEST(batch.`s`) AS _sqlgate_unique)) END <> ARRAY_LENGTH(batch.`s`);
-- f.unique_items: no repeated items
batch.`f` IS NOT NULL AND CASE WHEN batch.`f` IS NOT NULL THEN (SELECT COUNT(*) FROM (SELECT DISTINCT _sqlgate_unique FROM UNNEST(batch.`f`) AS _sqlgate_unique)) END <> ARRAY_LENGTH(batch.`f`);
