-- v.format: an email address
batch."v" IS NOT NULL AND (NOT regexp_matches(batch."v", '^(?:[0-9A-Za-z!#$%&''*+/=?^_`{|}~-]+(?:\.[0-9A-Za-z!#$%&''*+/=?^_`{|}~-]+)*@(?:[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?\.)+[A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?)$') OR NOT regexp_matches(batch."v", '^(?:[^@]{1,64}@.*)$') OR length(batch."v") > 254);
