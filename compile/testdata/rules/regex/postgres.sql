-- v.regex: matches ^[A-Z]{3}\d?$
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '\A[A-Z]{3}[0-9]?\Z';
