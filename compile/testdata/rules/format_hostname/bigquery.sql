-- v.format: a hostname
batch.`v` IS NOT NULL AND (NOT REGEXP_CONTAINS(batch.`v`, '^(?:(?:[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?\\.)*[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?)$') OR REGEXP_CONTAINS(batch.`v`, '^(?:(?:.*\\.)?[0-9]+)$') OR CHAR_LENGTH(batch.`v`) > 253);
