-- s.min: >= Z
batch.`s` IS NOT NULL AND batch.`s` < 'Z';
-- t.min: >= 2024-01-02 03:04:05.5
batch.`t` IS NOT NULL AND batch.`t` < DATETIME '2024-01-02 03:04:05.5';
-- z.min: >= 2024-01-02 01:04:05+00
batch.`z` IS NOT NULL AND batch.`z` < TIMESTAMP '2024-01-02 01:04:05+00';
