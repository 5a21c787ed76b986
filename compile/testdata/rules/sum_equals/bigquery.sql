-- exact: a + b = t
batch.`a` IS NOT NULL AND batch.`b` IS NOT NULL AND batch.`t` IS NOT NULL AND (CAST(batch.`a` AS BIGNUMERIC) + CAST(batch.`b` AS BIGNUMERIC)) <> batch.`t`;
-- near: a + b = t ± 0.01
batch.`a` IS NOT NULL AND batch.`b` IS NOT NULL AND batch.`t` IS NOT NULL AND ABS((CAST((CAST(batch.`a` AS BIGNUMERIC) + CAST(batch.`b` AS BIGNUMERIC)) AS BIGNUMERIC) - CAST(batch.`t` AS BIGNUMERIC))) > NUMERIC '0.01';
-- hundred: i + j = 100
batch.`i` IS NOT NULL AND batch.`j` IS NOT NULL AND (CAST(batch.`i` AS NUMERIC) + CAST(batch.`j` AS NUMERIC)) <> NUMERIC '100';
-- float: x + y = 0.3 ± 0.000001
batch.`x` IS NOT NULL AND batch.`y` IS NOT NULL AND NOT CASE WHEN ABS(batch.`x`) > CAST('1e300' AS FLOAT64) OR ABS(batch.`y`) > CAST('1e300' AS FLOAT64) THEN FALSE ELSE (ABS(((batch.`x` + batch.`y`) - CAST('0.3' AS FLOAT64))) <= CAST('0.000001' AS FLOAT64)) END;
-- strict: a + i = j ± 1000
batch.`a` IS NULL OR batch.`i` IS NULL OR batch.`j` IS NULL OR ABS(((batch.`a` + CAST(batch.`i` AS NUMERIC)) - CAST(batch.`j` AS NUMERIC))) > NUMERIC '1000';
