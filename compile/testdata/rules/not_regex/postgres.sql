-- v.not_regex: does not match [?'"`$\\]|\s$
batch."v" IS NULL OR batch."v" COLLATE "C" ~ '(?:[\"\$\''\?\\\`]|[\u0009-\u000A\u000C-\u000D ]\Z)';
