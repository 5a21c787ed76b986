-- v.regex: matches ^[A-Z]{3}\d?$
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '^[A-Z]{3}\d?$');
