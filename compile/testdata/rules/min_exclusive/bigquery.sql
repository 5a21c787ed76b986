-- i.min_exclusive: > 5
batch.`i` IS NOT NULL AND batch.`i` <= 5;
-- f.min_exclusive: > 5.5
batch.`f` IS NOT NULL AND NOT (batch.`f` > CAST('5.5' AS FLOAT64));
-- m.min_exclusive: > 5.5
batch.`m` IS NOT NULL AND batch.`m` <= NUMERIC '5.5';
-- d.min_exclusive: > 2024-01-02
batch.`d` IS NOT NULL AND batch.`d` <= DATE '2024-01-02';
-- s.min_exclusive: > b?
batch.`s` IS NOT NULL AND batch.`s` <= 'b?';
-- n.min_exclusive: > 5
batch.`n` IS NULL OR NOT (batch.`n` > CAST('5' AS FLOAT64));
