-- i.multiple_of: multiple of 5
batch."i" IS NOT NULL AND (CAST(batch."i" AS bigint) % 5) <> 0;
-- d.multiple_of: multiple of 0.05
batch."d" IS NOT NULL AND (batch."d" % CAST(0.05 AS numeric)) <> 0;
-- w.multiple_of: multiple of 0.05
batch."w" IS NOT NULL AND (batch."w" % CAST(0.05 AS numeric)) <> 0;
-- h.multiple_of: multiple of 10
batch."h" IS NOT NULL AND (batch."h" % CAST(10 AS numeric)) <> 0;
-- u.multiple_of: multiple of 7
batch."u" IS NOT NULL AND (batch."u" % CAST(7 AS numeric)) <> 0;
-- n.multiple_of: multiple of 3
batch."n" IS NULL OR (batch."n" % 3) <> 0;
