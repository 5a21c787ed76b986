-- v.not_missing: not in ('', N/A, n/a, NULL, null, None, -)
batch."v" IS NOT NULL AND batch."v" COLLATE "C" IN ('', 'N/A', 'n/a', 'NULL', 'null', 'None', '-');
-- w.not_missing: not in (-999, -1)
batch."w" IS NOT NULL AND batch."w" IN (-999, -1);
-- x.not_missing: not in (?, it's)
batch."x" IS NULL OR batch."x" COLLATE "C" IN ('?', 'it''s');
