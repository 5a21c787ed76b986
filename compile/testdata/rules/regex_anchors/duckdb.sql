-- ends: matches $$
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '($$)');
-- begins: matches ^^a
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '(^^a)');
-- never: does not match a^b
batch."v" IS NOT NULL AND regexp_matches(batch."v", '(a^b)');
-- empty: matches (?:)b
batch."v" IS NOT NULL AND NOT regexp_matches(batch."v", '((?:)b)');
-- open: does not match \z\Q$
batch."v" IS NOT NULL AND regexp_matches(batch."v", '(\z\Q$\E)');
