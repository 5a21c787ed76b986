-- v.not_empty: not empty
batch."v" IS NOT NULL AND cardinality(batch."v") <= 0;
-- v.length: length = 2
batch."v" IS NOT NULL AND cardinality(batch."v") <> 2;
-- v.min_length: length >= 1
batch."v" IS NOT NULL AND cardinality(batch."v") < 1;
-- v.max_length: length <= 2
batch."v" IS NOT NULL AND cardinality(batch."v") > 2;
