-- f.finite: finite
batch."f" IS NOT NULL AND NOT isfinite(batch."f");
-- d.finite: finite
batch."d" IS NOT NULL AND NOT isfinite(batch."d");
-- t.finite: finite
batch."t" IS NULL OR NOT isfinite(batch."t");
-- m.finite: finite
batch."m" IS NOT NULL AND NOT CASE WHEN batch."m" IS NOT NULL THEN TRUE END;
