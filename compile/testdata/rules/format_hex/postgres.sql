-- v.format: hexadecimal digits
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '\A(?:[0-9A-Fa-f]{2})*\Z';
