-- v.regex: matches (?m)^b.d$
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '(?m)^b.d$');
