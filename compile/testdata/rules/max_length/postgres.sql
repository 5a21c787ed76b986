-- v.max_length: length <= 3
batch."v" IS NOT NULL AND octet_length(batch."v") > 3 AND char_length(batch."v") > 3;
-- w.max_length: length <= 3
batch."w" IS NULL OR (octet_length(batch."w") > 3 AND char_length(batch."w") > 3);
