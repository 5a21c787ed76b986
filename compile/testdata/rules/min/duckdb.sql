-- i.min: >= 5
batch."i" IS NOT NULL AND batch."i" < 5;
-- f.min: >= 5.5
batch."f" IS NOT NULL AND (batch."f" < CAST('5.5' AS DOUBLE) OR isnan(batch."f"));
-- m.min: >= 5.5
batch."m" IS NOT NULL AND batch."m" < 5.5;
-- d.min: >= 2024-01-02
batch."d" IS NOT NULL AND batch."d" < DATE '2024-01-02';
-- s.min: >= b?
batch."s" IS NOT NULL AND batch."s" < 'b?';
-- n.min: >= 5
batch."n" IS NULL OR (batch."n" < CAST('5' AS DOUBLE) OR isnan(batch."n"));
