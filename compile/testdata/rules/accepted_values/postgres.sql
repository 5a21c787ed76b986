-- v.accepted_values: in (new, a?b, it's, "x", `y`, \$1, back\slash, 😀, "two\nlines")
batch."v" IS NOT NULL AND batch."v" COLLATE "C" NOT IN ('new', 'a?b', 'it''s', '"x"', '`y`', '\$1', 'back\slash', '😀', 'two
lines');
-- i.accepted_values: in (1, 2)
batch."i" IS NOT NULL AND batch."i" NOT IN (1, 2);
-- d.accepted_values: in (1.5, -2)
batch."d" IS NOT NULL AND batch."d" NOT IN (1.5, -2);
-- f.accepted_values: in (1.5, 0.1)
batch."f" IS NOT NULL AND batch."f" NOT IN (CAST('1.5' AS double precision), CAST('0.1' AS double precision));
