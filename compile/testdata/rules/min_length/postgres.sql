-- v.min_length: length >= 3
batch."v" IS NOT NULL AND char_length(batch."v") < 3;
-- w.min_length: length >= 3
batch."w" IS NULL OR char_length(batch."w") < 3;
