-- v.format: hexadecimal digits
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '^(?:(?:[0-9A-Fa-f]{2})*)$');
