-- f.allow_nan: not NaN
batch."f" IS NOT NULL AND isnan(batch."f");
-- r.allow_nan: not NaN
batch."r" IS NULL OR isnan(batch."r");
