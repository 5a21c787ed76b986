-- i.max_exclusive: < 5
batch."i" IS NOT NULL AND batch."i" >= 5;
-- f.max_exclusive: < 5.5
batch."f" IS NOT NULL AND batch."f" >= CAST('5.5' AS DOUBLE);
-- m.max_exclusive: < 5.5
batch."m" IS NOT NULL AND batch."m" >= 5.5;
-- d.max_exclusive: < 2024-01-02
batch."d" IS NOT NULL AND batch."d" >= DATE '2024-01-02';
-- s.max_exclusive: < b?
batch."s" IS NOT NULL AND batch."s" >= 'b?';
-- n.max_exclusive: < 5
batch."n" IS NULL OR batch."n" >= CAST('5' AS DOUBLE);
