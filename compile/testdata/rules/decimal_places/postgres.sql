-- d.decimal_places: at most 2 decimals
batch."d" IS NOT NULL AND (batch."d" % CAST(0.01 AS numeric)) <> 0;
-- e.decimal_places: at most 2 decimals
batch."e" IS NOT NULL AND NOT (batch."e" <> CAST('NaN' AS numeric));
-- z.decimal_places: at most 0 decimals
batch."z" IS NOT NULL AND batch."z" <> 0;
-- w.decimal_places: at most 0 decimals
batch."w" IS NOT NULL AND (batch."w" % CAST(1 AS numeric)) <> 0;
-- m.decimal_places: at most 3 decimals
batch."m" IS NULL OR (batch."m" % CAST(0.001 AS numeric)) <> 0;
-- x.decimal_places: at most 1 decimals
batch."x" IS NOT NULL AND (batch."x" % CAST(0.1 AS numeric)) <> 0;
