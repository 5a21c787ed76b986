-- v.accepted_values: in (New, ÉTÉ), in any case
batch."v" IS NOT NULL AND (lower(batch."v" COLLATE "und-x-icu") COLLATE "C") NOT IN ('new', (lower('ÉTÉ' COLLATE "und-x-icu") COLLATE "C"));
-- w.accepted_values: in (New, ÉTÉ), in any case
batch."w" IS NULL OR (lower(batch."w" COLLATE "und-x-icu") COLLATE "C") NOT IN ('new', (lower('ÉTÉ' COLLATE "und-x-icu") COLLATE "C"));
