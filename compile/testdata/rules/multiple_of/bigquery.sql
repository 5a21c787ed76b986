-- i.multiple_of: multiple of 5
batch.`i` IS NOT NULL AND (MOD(batch.`i`, NULLIF(5, 0))) <> 0;
-- d.multiple_of: multiple of 0.05
batch.`d` IS NOT NULL AND (MOD(batch.`d`, NULLIF(NUMERIC '0.05', 0))) <> NUMERIC '0';
-- w.multiple_of: multiple of 0.05
batch.`w` IS NOT NULL AND (MOD(CAST(batch.`w` AS BIGNUMERIC), NULLIF(CAST(NUMERIC '0.05' AS BIGNUMERIC), 0))) <> NUMERIC '0';
-- h.multiple_of: multiple of 10
batch.`h` IS NOT NULL AND (MOD(CAST(batch.`h` AS BIGNUMERIC), NULLIF(CAST(NUMERIC '10' AS BIGNUMERIC), 0))) <> 0;
-- u.multiple_of: multiple of 7
batch.`u` IS NOT NULL AND (MOD(batch.`u`, NULLIF(NUMERIC '7', 0))) <> 0;
-- n.multiple_of: multiple of 3
batch.`n` IS NULL OR (MOD(batch.`n`, NULLIF(3, 0))) <> 0;
