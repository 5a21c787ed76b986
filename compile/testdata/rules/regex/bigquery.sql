-- v.regex: matches ^[A-Z]{3}\d?$
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '^[A-Z]{3}\\d?$');
