-- v.not_accepted_values: not in (?, x), in any case
batch.`v` IS NOT NULL AND LOWER(batch.`v`) IN ('?', 'x');
-- f.not_accepted_values: not in (0)
batch.`f` IS NULL OR batch.`f` IN (CAST('0' AS FLOAT64));
