-- v.format: base64
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '\A(?:[\+\/-9A-Za-z]{4})*(?:[\+\/-9A-Za-z]{2}[048AEIMQUYcgkosw]\=|[\+\/-9A-Za-z][AQgw]\=\=)?\Z';
