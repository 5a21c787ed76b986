-- v.accepted_values: in (New, ÉTÉ)
batch."v" IS NOT NULL AND lower(batch."v") NOT IN (lower('New'), lower('ÉTÉ'));
-- w.accepted_values: in (New, ÉTÉ)
batch."w" IS NULL OR lower(batch."w") NOT IN (lower('New'), lower('ÉTÉ'));
