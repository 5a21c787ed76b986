-- f.allow_nan: not NaN
batch.`f` IS NOT NULL AND IS_NAN(batch.`f`);
-- r.allow_nan: not NaN
batch.`r` IS NULL OR IS_NAN(batch.`r`);
