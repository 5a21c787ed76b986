-- v.not_empty: not blank
batch.`v` IS NOT NULL AND batch.`v` < '!' AND TRIM(batch.`v`, ' \t\n\v\f\r') = '';
-- w.not_empty: not empty
batch.`w` IS NULL OR batch.`w` = '';
