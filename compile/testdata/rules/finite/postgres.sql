-- f.finite: finite
batch."f" IS NOT NULL AND NOT (batch."f" > CAST('-Infinity' AS double precision) AND batch."f" < CAST('Infinity' AS double precision));
-- d.finite: finite
batch."d" IS NOT NULL AND NOT isfinite(batch."d");
-- t.finite: finite
batch."t" IS NULL OR NOT isfinite(batch."t");
-- m.finite: finite
batch."m" IS NOT NULL AND NOT (batch."m" <> CAST('NaN' AS numeric));
