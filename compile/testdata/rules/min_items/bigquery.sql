-- v.min_items: items >= 2
batch.`v` IS NOT NULL AND ARRAY_LENGTH(batch.`v`) < 2;
-- s.min_items: items >= 1
batch.`s` IS NULL OR ARRAY_LENGTH(batch.`s`) < 1;
