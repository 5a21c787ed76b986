-- eq: a = b
batch.`a` IS NOT NULL AND batch.`b` IS NOT NULL AND batch.`a` <> batch.`b`;
-- gt_i: a > b
batch.`a` IS NOT NULL AND batch.`b` IS NOT NULL AND batch.`a` <= batch.`b`;
-- strict: a = a
batch.`a` IS NULL OR batch.`a` IS NULL OR batch.`a` <> batch.`a`;
-- lt_s: s < t
batch.`s` IS NOT NULL AND batch.`t` IS NOT NULL AND batch.`s` >= batch.`t`;
-- le_f: x <= y
batch.`x` IS NOT NULL AND batch.`y` IS NOT NULL AND NOT (batch.`x` <= batch.`y`);
-- ge_f: x >= y
batch.`x` IS NOT NULL AND batch.`y` IS NOT NULL AND NOT (batch.`x` >= batch.`y`);
-- eq_f: x = y
batch.`x` IS NOT NULL AND batch.`y` IS NOT NULL AND batch.`x` <> batch.`y`;
-- ne_f: x <> y
batch.`x` IS NOT NULL AND batch.`y` IS NOT NULL AND batch.`x` = batch.`y`;
