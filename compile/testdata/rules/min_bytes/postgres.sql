-- v.min_bytes: bytes >= 3
batch."v" IS NOT NULL AND octet_length(batch."v") < 3;
-- w.min_bytes: bytes >= 3
batch."w" IS NULL OR octet_length(batch."w") < 3;
