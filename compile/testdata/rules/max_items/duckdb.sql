-- v.max_items: items <= 2
batch."v" IS NOT NULL AND length(batch."v") > 2;
-- s.max_items: items <= 0
batch."s" IS NULL OR length(batch."s") > 0;
