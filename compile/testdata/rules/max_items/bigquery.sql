-- v.max_items: items <= 2
batch.`v` IS NOT NULL AND ARRAY_LENGTH(batch.`v`) > 2;
-- s.max_items: items <= 0
batch.`s` IS NULL OR ARRAY_LENGTH(batch.`s`) > 0;
