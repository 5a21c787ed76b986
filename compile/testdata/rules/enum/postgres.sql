-- v.enum: in (low, mid?, high)
batch."v" IS NOT NULL AND CAST(batch."v" AS text) COLLATE "C" NOT IN ('low', 'mid?', 'high');
-- v.accepted_values: in (low, high)
batch."v" IS NOT NULL AND CAST(batch."v" AS text) COLLATE "C" NOT IN ('low', 'high');
-- v.regex: matches ^[a-z?]+$
batch."v" IS NOT NULL AND NOT CAST(batch."v" AS text) COLLATE "C" ~ '\A[\?a-z]+\Z';
