-- v.format: hexadecimal digits
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '^(?:(?:[0-9A-Fa-f]{2})*)$');
