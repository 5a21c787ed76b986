-- f.allow_inf: not infinite
batch."f" IS NOT NULL AND isinf(batch."f");
-- r.allow_inf: not infinite
batch."r" IS NULL OR isinf(batch."r");
