-- v.regex: matches a|ab as a whole
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '^(?:a|ab)$');
