-- v.format: an email address
batch.`v` IS NOT NULL AND (NOT REGEXP_CONTAINS(batch.`v`, '^(?:[0-9A-Za-z!#$%&\'*+/=?^_`{|}~-]+(?:\\.[0-9A-Za-z!#$%&\'*+/=?^_`{|}~-]+)*@(?:[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?\\.)+[A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?)$') OR NOT REGEXP_CONTAINS(batch.`v`, '^(?:[^@]{1,64}@.*)$') OR CHAR_LENGTH(batch.`v`) > 254);
