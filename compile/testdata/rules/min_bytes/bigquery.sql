-- v.min_bytes: bytes >= 3
batch.`v` IS NOT NULL AND BYTE_LENGTH(batch.`v`) < 3;
-- w.min_bytes: bytes >= 3
batch.`w` IS NULL OR BYTE_LENGTH(batch.`w`) < 3;
