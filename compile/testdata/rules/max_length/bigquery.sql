-- v.max_length: length <= 3
batch.`v` IS NOT NULL AND BYTE_LENGTH(batch.`v`) > 3 AND CHAR_LENGTH(batch.`v`) > 3;
-- w.max_length: length <= 3
batch.`w` IS NULL OR (BYTE_LENGTH(batch.`w`) > 3 AND CHAR_LENGTH(batch.`w`) > 3);
