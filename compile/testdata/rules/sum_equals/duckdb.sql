-- exact: a + b = t
batch."a" IS NOT NULL AND batch."b" IS NOT NULL AND batch."t" IS NOT NULL AND CASE WHEN (batch."a" + batch."b") IS NOT NULL THEN {'whole': CAST(trunc((batch."a" + batch."b")) AS HUGEINT), 'rest': (batch."a" + batch."b") % 1} END <> CASE WHEN batch."t" IS NOT NULL THEN {'whole': CAST(trunc(batch."t") AS HUGEINT), 'rest': batch."t" % 1} END;
-- near: a + b = t ± 0.01
batch."a" IS NOT NULL AND batch."b" IS NOT NULL AND batch."t" IS NOT NULL AND abs(((batch."a" + batch."b") - batch."t")) > 0.01;
-- hundred: i + j = 100
batch."i" IS NOT NULL AND batch."j" IS NOT NULL AND (CAST(batch."i" AS DECIMAL(19,0)) + CAST(batch."j" AS DECIMAL(19,0))) <> 100;
-- float: x + y = 0.3 ± 0.000001
batch."x" IS NOT NULL AND batch."y" IS NOT NULL AND NOT CASE WHEN (abs(batch."x") > CAST('1e300' AS DOUBLE) AND NOT isnan(abs(batch."x"))) OR (abs(batch."y") > CAST('1e300' AS DOUBLE) AND NOT isnan(abs(batch."y"))) THEN FALSE ELSE (abs((CASE WHEN NOT isfinite((batch."x" + batch."y") - CAST('0.3' AS DOUBLE)) AND isfinite(batch."x") AND isfinite(batch."y") THEN error('a float is out of range') ELSE (batch."x" + batch."y") - CAST('0.3' AS DOUBLE) END)) <= CAST('0.000001' AS DOUBLE)) END;
-- strict: a + i = j ± 1000
batch."a" IS NULL OR batch."i" IS NULL OR batch."j" IS NULL OR abs(((batch."a" + CAST(batch."i" AS DECIMAL(19,0))) - CAST(batch."j" AS DECIMAL(19,0)))) > 1000;
