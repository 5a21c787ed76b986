-- v.max_items: items <= 2
batch."v" IS NOT NULL AND cardinality(batch."v") > 2;
-- s.max_items: items <= 0
batch."s" IS NULL OR cardinality(batch."s") > 0;
