-- v.enum: in (low, mid?, high)
batch.`v` IS NOT NULL AND batch.`v` NOT IN ('low', 'mid?', 'high');
-- v.accepted_values: in (low, high)
batch.`v` IS NOT NULL AND batch.`v` NOT IN ('low', 'high');
-- v.regex: matches ^[a-z?]+$
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '^[a-z?]+$');
