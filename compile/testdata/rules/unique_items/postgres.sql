-- v.unique_items: no repeated items
batch."v" IS NOT NULL AND CASE WHEN batch."v" IS NOT NULL THEN (SELECT count(*) FROM (SELECT DISTINCT _sqlgate_unique FROM (SELECT unnest(batch."v") AS _sqlgate_unique) AS items) AS items) END <> cardinality(batch."v");
-- s.unique_items: no repeated items
batch."s" IS NULL OR CASE WHEN batch."s" IS NOT NULL THEN (SELECT count(*) FROM (SELECT DISTINCT _sqlgate_unique COLLATE "C" FROM (SELECT unnest(batch."s") AS _sqlgate_unique) AS items) AS items) END <> cardinality(batch."s");
-- f.unique_items: no repeated items
batch."f" IS NOT NULL AND CASE WHEN batch."f" IS NOT NULL THEN (SELECT count(*) FROM (SELECT DISTINCT _sqlgate_unique FROM (SELECT unnest(batch."f") AS _sqlgate_unique) AS items) AS items) END <> cardinality(batch."f");
