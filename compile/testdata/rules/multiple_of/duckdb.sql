-- i.multiple_of: multiple of 5
batch."i" IS NOT NULL AND (CAST(batch."i" AS BIGINT) % 5) <> 0;
-- d.multiple_of: multiple of 0.05
batch."d" IS NOT NULL AND (batch."d" % 0.05) <> 0;
-- w.multiple_of: multiple of 0.05
batch."w" IS NOT NULL AND (batch."w" % 0.05) <> 0;
-- h.multiple_of: multiple of 10
batch."h" IS NOT NULL AND (CAST(batch."h" AS HUGEINT) % CAST(CAST(10 AS DECIMAL(2,0)) AS HUGEINT)) <> 0;
-- u.multiple_of: multiple of 7
batch."u" IS NOT NULL AND (CAST(batch."u" AS DECIMAL(20,0)) % CAST(7 AS DECIMAL(1,0))) <> 0;
-- n.multiple_of: multiple of 3
batch."n" IS NULL OR (batch."n" % 3) <> 0;
