-- v.max_length: length <= 3
batch."v" IS NOT NULL AND length(batch."v") > 3;
-- w.max_length: length <= 3
batch."w" IS NULL OR length(batch."w") > 3;
