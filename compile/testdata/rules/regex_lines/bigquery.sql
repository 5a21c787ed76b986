-- v.regex: matches (?m)^b.d$
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '(?m)^b.d$');
