-- v.regex: matches ^(?:straße|kelvin)$, in any case
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '\A(?:[Ssſ][Tt][Rr][Aa][ßẞ][Ee]|[KkK][Ee][Ll][Vv][Ii][Nn])\Z';
