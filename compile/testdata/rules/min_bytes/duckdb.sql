-- v.min_bytes: bytes >= 3
batch."v" IS NOT NULL AND strlen(batch."v") < 3;
-- w.min_bytes: bytes >= 3
batch."w" IS NULL OR strlen(batch."w") < 3;
