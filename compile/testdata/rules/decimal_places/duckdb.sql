-- d.decimal_places: at most 2 decimals
batch."d" IS NOT NULL AND (batch."d" % 0.01) <> 0;
-- e.decimal_places: at most 2 decimals
batch."e" IS NOT NULL AND NOT CASE WHEN batch."e" IS NOT NULL THEN TRUE END;
-- z.decimal_places: at most 0 decimals
batch."z" IS NOT NULL AND batch."z" <> 0;
-- w.decimal_places: at most 0 decimals
batch."w" IS NOT NULL AND (batch."w" % CAST(1 AS DECIMAL(1,0))) <> 0;
-- m.decimal_places: at most 3 decimals
batch."m" IS NULL OR (batch."m" % 0.001) <> 0;
-- x.decimal_places: at most 1 decimals
batch."x" IS NOT NULL AND (CAST(batch."x" AS DECIMAL(38,38)) % CAST(0.1 AS DECIMAL(38,38))) <> 0;
