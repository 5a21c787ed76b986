-- f.allow_nan: not NaN
batch."f" IS NOT NULL AND (batch."f" = CAST('NaN' AS double precision));
-- r.allow_nan: not NaN
batch."r" IS NULL OR (batch."r" = CAST('NaN' AS real));
