-- v.regex: matches a|ab as a whole
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '\A(?:a(?:(?:)|b))\Z';
