-- v.format: JSON
batch."v" IS NOT NULL AND NOT CASE WHEN regexp_matches(batch."v", '(?i:nan|inf)|,[ \t\n\r]*[\]}]|\\u[dD]') THEN json_valid(regexp_replace(regexp_replace(regexp_replace(batch."v", '\\(?:u[0-9A-Fa-f]{4}|["\\/bfnrt])', 'x', 'g'), '"[^"\\\x00-\x1f]*"', '""', 'g'), '(?i:nan|inf)|,[ \t\n\r]*[\]}]', '!', 'g')) ELSE json_valid(batch."v") END;
