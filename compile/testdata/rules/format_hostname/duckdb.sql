-- v.format: a hostname
batch."v" IS NOT NULL AND (NOT regexp_matches(batch."v", '^(?:(?:[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?\.)*[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?)$') OR regexp_matches(batch."v", '^(?:(?:.*\.)?[0-9]+)$') OR length(batch."v") > 253);
