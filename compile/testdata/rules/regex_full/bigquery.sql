-- v.regex: matches a|ab
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '^(?:a|ab)$');
