-- v.regex: matches ^(?:straße|kelvin)$, in any case
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '(?i)^(?:straße|kelvin)$');
