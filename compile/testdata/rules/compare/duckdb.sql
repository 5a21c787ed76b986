-- eq: a = b
batch."a" IS NOT NULL AND batch."b" IS NOT NULL AND batch."a" <> batch."b";
-- gt_i: a > b
batch."a" IS NOT NULL AND batch."b" IS NOT NULL AND batch."a" <= batch."b";
-- strict: a = a
batch."a" IS NULL OR batch."a" IS NULL OR batch."a" <> batch."a";
-- lt_s: s < t
batch."s" IS NOT NULL AND batch."t" IS NOT NULL AND batch."s" >= batch."t";
-- le_f: x <= y
batch."x" IS NOT NULL AND batch."y" IS NOT NULL AND CASE WHEN batch."x" IS NOT NULL AND batch."y" IS NOT NULL THEN batch."x" > batch."y" OR isnan(batch."y") END;
-- ge_f: x >= y
batch."x" IS NOT NULL AND batch."y" IS NOT NULL AND CASE WHEN batch."x" IS NOT NULL AND batch."y" IS NOT NULL THEN batch."x" < batch."y" OR isnan(batch."x") END;
-- eq_f: x = y
batch."x" IS NOT NULL AND batch."y" IS NOT NULL AND CASE WHEN batch."x" IS NOT NULL AND batch."y" IS NOT NULL THEN batch."x" <> batch."y" OR isnan(batch."x") END;
-- ne_f: x <> y
batch."x" IS NOT NULL AND batch."y" IS NOT NULL AND CASE WHEN batch."x" IS NOT NULL AND batch."y" IS NOT NULL THEN batch."x" = batch."y" AND NOT isnan(batch."x") END;
