-- v.accepted_values: in (New, ÉTÉ), in any case
batch."v" IS NOT NULL AND lower(batch."v") NOT IN (lower('New'), lower('ÉTÉ'));
-- w.accepted_values: in (New, ÉTÉ), in any case
batch."w" IS NULL OR lower(batch."w") NOT IN (lower('New'), lower('ÉTÉ'));
