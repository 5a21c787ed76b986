-- v.format: an email address
batch."v" IS NOT NULL AND (NOT batch."v" COLLATE "C" ~ '\A[\!\#-\''\*-\+\-\/-9\=\?A-Z\^-\~]+(?:\.[\!\#-\''\*-\+\-\/-9\=\?A-Z\^-\~]+)*\@(?:[0-9A-Za-z](?:[\-0-9A-Za-z]{0,61}[0-9A-Za-z])?\.)+[A-Za-z](?:[\-0-9A-Za-z]{0,61}[0-9A-Za-z])?\Z' OR NOT batch."v" COLLATE "C" ~ '\A[\u0001-\?A-\U0010FFFF]{1}[\u0001-\?A-\U0010FFFF]{0,63}\@[^\n]*\Z' OR char_length(batch."v") > 254);
