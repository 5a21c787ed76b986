-- h.multiple_of: multiple of -7
batch.`h` IS NOT NULL AND (MOD(CAST(batch.`h` AS BIGNUMERIC), CAST(NUMERIC '7' AS BIGNUMERIC))) <> 0;
-- narrow: d <= w
batch.`d` IS NOT NULL AND batch.`w` IS NOT NULL AND batch.`d` > batch.`w`;
-- whole: h >= d
batch.`h` IS NOT NULL AND batch.`d` IS NOT NULL AND batch.`h` < batch.`d`;
-- fraction: f < i
batch.`f` IS NOT NULL AND batch.`i` IS NOT NULL AND batch.`f` >= batch.`i`;
-- bound: d < 99999999999999999999999999999 AND f < 1 AND h > 2.5
(batch.`d` < NUMERIC '99999999999999999999999999999' AND batch.`f` < 1 AND batch.`h` > NUMERIC '2.5') IS FALSE;
-- listed: d IN (1e30, 0.000000000000001, 7)
(batch.`d` = BIGNUMERIC '1000000000000000000000000000000' OR batch.`d` = BIGNUMERIC '0.000000000000001' OR batch.`d` = NUMERIC '7') IS FALSE;
-- unsigned: u + 1 > u AND u * 2 = u + u
((batch.`u` + NUMERIC '1') > batch.`u` AND (batch.`u` * NUMERIC '2') = (batch.`u` + batch.`u`)) IS FALSE;
-- huge: h % 7 = 0 AND coalesce(h, i) > 0
((MOD(CAST(batch.`h` AS BIGNUMERIC), CAST(NUMERIC '7' AS BIGNUMERIC))) = NUMERIC '0' AND COALESCE(batch.`h`, CAST(batch.`i` AS NUMERIC)) > NUMERIC '0') IS FALSE;
