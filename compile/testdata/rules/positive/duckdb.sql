-- i.positive: > 0
batch."i" IS NOT NULL AND batch."i" <= 0;
-- f.positive: > 0
batch."f" IS NOT NULL AND (batch."f" <= CAST('0' AS DOUBLE) OR isnan(batch."f"));
-- m.positive: > 0
batch."m" IS NULL OR batch."m" <= 0;
