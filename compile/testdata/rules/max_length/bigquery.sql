-- v.max_length: length <= 3
batch.`v` IS NOT NULL AND CHAR_LENGTH(batch.`v`) > 3;
-- w.max_length: length <= 3
batch.`w` IS NULL OR CHAR_LENGTH(batch.`w`) > 3;
