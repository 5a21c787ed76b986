-- f.allow_inf: not infinite
batch.`f` IS NOT NULL AND IS_INF(batch.`f`);
-- r.allow_inf: not infinite
batch.`r` IS NULL OR IS_INF(batch.`r`);
