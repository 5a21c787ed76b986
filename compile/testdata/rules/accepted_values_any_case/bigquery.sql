-- v.accepted_values: in (New, ÉTÉ), in any case
batch.`v` IS NOT NULL AND LOWER(batch.`v`) NOT IN ('new', LOWER('ÉTÉ'));
-- w.accepted_values: in (New, ÉTÉ), in any case
batch.`w` IS NULL OR LOWER(batch.`w`) NOT IN ('new', LOWER('ÉTÉ'));
