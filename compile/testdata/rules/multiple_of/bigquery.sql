-- i.multiple_of: multiple of 5
batch.`i` IS NOT NULL AND (MOD(batch.`i`, 5)) <> 0;
-- d.multiple_of: multiple of 0.05
batch.`d` IS NOT NULL AND (MOD(batch.`d`, NUMERIC '0.05')) <> NUMERIC '0';
-- w.multiple_of: multiple of 0.05
batch.`w` IS NOT NULL AND (MOD(CAST(batch.`w` AS BIGNUMERIC), CAST(NUMERIC '0.05' AS BIGNUMERIC))) <> NUMERIC '0';
-- h.multiple_of: multiple of 10
batch.`h` IS NOT NULL AND (MOD(CAST(batch.`h` AS BIGNUMERIC), CAST(NUMERIC '10' AS BIGNUMERIC))) <> 0;
-- u.multiple_of: multiple of 7
batch.`u` IS NOT NULL AND (MOD(batch.`u`, NUMERIC '7')) <> 0;
-- n.multiple_of: multiple of 3
batch.`n` IS NULL OR (MOD(batch.`n`, 3)) <> 0;
