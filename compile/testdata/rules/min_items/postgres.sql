-- v.min_items: items >= 2
batch."v" IS NOT NULL AND cardinality(batch."v") < 2;
-- s.min_items: items >= 1
batch."s" IS NULL OR cardinality(batch."s") < 1;
