-- v.format: a hostname
batch."v" IS NOT NULL AND (NOT batch."v" COLLATE "C" ~ '\A(?:[0-9A-Za-z](?:[\-0-9A-Za-z]{0,61}[0-9A-Za-z])?\.)*[0-9A-Za-z](?:[\-0-9A-Za-z]{0,61}[0-9A-Za-z])?\Z' OR batch."v" COLLATE "C" ~ '\A(?:[^\n]*\.)?[0-9]+\Z' OR char_length(batch."v") > 253);
