-- v.regex: matches a|ab
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '^(?:a|ab)$');
