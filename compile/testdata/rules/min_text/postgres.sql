-- s.min: >= Z
batch."s" IS NOT NULL AND batch."s" COLLATE "C" < 'Z';
-- t.min: >= 2024-01-02 03:04:05.5
batch."t" IS NOT NULL AND batch."t" < TIMESTAMP '2024-01-02 03:04:05.5';
-- z.min: >= 2024-01-02 01:04:05+00
batch."z" IS NOT NULL AND batch."z" < TIMESTAMPTZ '2024-01-02 01:04:05+00';
