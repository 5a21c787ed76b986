-- i.positive: > 0
batch."i" IS NOT NULL AND batch."i" <= 0;
-- f.positive: > 0
batch."f" IS NOT NULL AND (batch."f" <= CAST('0' AS double precision) OR (batch."f" = CAST('NaN' AS double precision)));
-- m.positive: > 0
batch."m" IS NULL OR (batch."m" <= 0 OR (batch."m" = CAST('NaN' AS numeric)));
