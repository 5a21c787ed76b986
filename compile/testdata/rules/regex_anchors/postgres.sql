-- ends: matches $$
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '\Z\Z';
-- begins: matches ^^a
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '\A\Aa';
-- never: does not match a^b
batch."v" IS NOT NULL AND batch."v" COLLATE "C" ~ 'a\Ab';
-- empty: matches (?:)b
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '(?:)b';
-- open: does not match \z\Q$
batch."v" IS NOT NULL AND batch."v" COLLATE "C" ~ '\Z\$';
