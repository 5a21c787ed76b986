-- d.decimal_places: at most 2 decimals
batch.`d` IS NOT NULL AND (MOD(batch.`d`, NUMERIC '0.01')) <> NUMERIC '0';
-- e.decimal_places: at most 2 decimals
batch.`e` IS NOT NULL AND NOT CASE WHEN batch.`e` IS NOT NULL THEN TRUE END;
-- z.decimal_places: at most 0 decimals
batch.`z` IS NOT NULL AND batch.`z` <> NUMERIC '0';
-- w.decimal_places: at most 0 decimals
batch.`w` IS NOT NULL AND (MOD(CAST(batch.`w` AS BIGNUMERIC), CAST(NUMERIC '1' AS BIGNUMERIC))) <> NUMERIC '0';
-- m.decimal_places: at most 3 decimals
batch.`m` IS NULL OR (MOD(CAST(batch.`m` AS BIGNUMERIC), CAST(NUMERIC '0.001' AS BIGNUMERIC))) <> NUMERIC '0';
-- x.decimal_places: at most 1 decimals
batch.`x` IS NOT NULL AND (MOD(CAST(batch.`x` AS BIGNUMERIC), CAST(NUMERIC '0.1' AS BIGNUMERIC))) <> NUMERIC '0';
