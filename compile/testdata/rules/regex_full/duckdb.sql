-- v.regex: matches a|ab as a whole
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '^(?:a|ab)$');
