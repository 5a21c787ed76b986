-- v.regex: matches (?m)^b.d$
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '(?<![^\n])b[^\n]d(?![^\n])';
