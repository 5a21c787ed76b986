-- v.accepted_values: in (New, ÉTÉ), in any case
batch."v" IS NOT NULL AND lower(replace(batch."v", 'İ', 'i̇')) NOT IN ('new', lower(replace('ÉTÉ', 'İ', 'i̇')));
-- w.accepted_values: in (New, ÉTÉ), in any case
batch."w" IS NULL OR lower(replace(batch."w", 'İ', 'i̇')) NOT IN ('new', lower(replace('ÉTÉ', 'İ', 'i̇')));
