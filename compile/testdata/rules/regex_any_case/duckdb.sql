-- v.regex: matches ^(?:straße|kelvin)$
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '(?i)^(?:straße|kelvin)$');
