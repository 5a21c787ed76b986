-- v.max_length: length <= 3
batch."v" IS NOT NULL AND strlen(batch."v") > 3 AND length(batch."v") > 3;
-- w.max_length: length <= 3
batch."w" IS NULL OR (strlen(batch."w") > 3 AND length(batch."w") > 3);
