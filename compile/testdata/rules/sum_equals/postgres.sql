-- exact: a + b = t
batch."a" IS NOT NULL AND batch."b" IS NOT NULL AND batch."t" IS NOT NULL AND CASE WHEN (batch."a" + batch."b") IS NOT NULL AND batch."t" IS NOT NULL THEN (batch."a" + batch."b") <> batch."t" OR ((batch."a" + batch."b") = CAST('NaN' AS numeric)) END;
-- near: a + b = t ± 0.01
batch."a" IS NOT NULL AND batch."b" IS NOT NULL AND batch."t" IS NOT NULL AND abs(((batch."a" + batch."b") - batch."t")) > 0.01;
-- hundred: i + j = 100
batch."i" IS NOT NULL AND batch."j" IS NOT NULL AND (CAST(batch."i" AS numeric) + CAST(batch."j" AS numeric)) <> 100;
-- float: x + y = 0.3 ± 0.000001
batch."x" IS NOT NULL AND batch."y" IS NOT NULL AND NOT CASE WHEN (abs(batch."x") > CAST('1e300' AS double precision) AND NOT (abs(batch."x") = CAST('NaN' AS double precision))) OR (abs(batch."y") > CAST('1e300' AS double precision) AND NOT (abs(batch."y") = CAST('NaN' AS double precision))) THEN FALSE ELSE (abs(((batch."x" + batch."y") - CAST('0.3' AS double precision))) <= CAST('0.000001' AS double precision)) END;
-- strict: a + i = j ± 1000
batch."a" IS NULL OR batch."i" IS NULL OR batch."j" IS NULL OR abs(((batch."a" + CAST(batch."i" AS numeric)) - CAST(batch."j" AS numeric))) > 1000;
