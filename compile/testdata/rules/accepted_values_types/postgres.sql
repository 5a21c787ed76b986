-- b.accepted_values: in (true)
batch."b" IS NOT NULL AND batch."b" NOT IN (TRUE);
-- d.accepted_values: in (2024-02-29)
batch."d" IS NOT NULL AND batch."d" NOT IN (DATE '2024-02-29');
-- u.accepted_values: in (00000000-0000-0000-0000-00000000000a)
batch."u" IS NOT NULL AND batch."u" NOT IN (CAST('00000000-0000-0000-0000-00000000000a' AS uuid));
-- t.accepted_values: in (12:30:00)
batch."t" IS NOT NULL AND batch."t" NOT IN (TIME '12:30:00');
-- r.accepted_values: in (0.1)
batch."r" IS NOT NULL AND batch."r" NOT IN (CAST('0.1' AS real));
