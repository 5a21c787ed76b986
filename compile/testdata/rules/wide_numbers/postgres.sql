-- h.multiple_of: multiple of -7
batch."h" IS NOT NULL AND (batch."h" % CAST(7 AS numeric)) <> 0;
-- narrow: d <= w
batch."d" IS NOT NULL AND batch."w" IS NOT NULL AND CASE WHEN batch."d" IS NOT NULL AND batch."w" IS NOT NULL THEN batch."d" > batch."w" OR (batch."w" = CAST('NaN' AS numeric)) END;
-- whole: h >= d
batch."h" IS NOT NULL AND batch."d" IS NOT NULL AND CASE WHEN batch."h" IS NOT NULL AND batch."d" IS NOT NULL THEN batch."h" < batch."d" OR (batch."h" = CAST('NaN' AS numeric)) END;
-- fraction: f < i
batch."f" IS NOT NULL AND batch."i" IS NOT NULL AND batch."f" >= batch."i";
-- bound: d < 99999999999999999999999999999 AND f < 1 AND h > 2.5
(batch."d" < 99999999999999999999999999999 AND batch."f" < 1 AND (batch."h" > 2.5 AND NOT (batch."h" = CAST('NaN' AS numeric)))) IS FALSE;
-- listed: d IN (1e30, 0.000000000000001, 7)
(batch."d" = 1000000000000000000000000000000 OR batch."d" = 0.000000000000001 OR batch."d" = 7) IS FALSE;
-- unsigned: u + 1 > u AND u * 2 = u + u
(CASE WHEN (batch."u" + CAST(1 AS numeric)) IS NOT NULL AND batch."u" IS NOT NULL THEN (batch."u" + CAST(1 AS numeric)) > batch."u" AND NOT ((batch."u" + CAST(1 AS numeric)) = CAST('NaN' AS numeric)) END AND CASE WHEN (batch."u" * CAST(2 AS numeric)) IS NOT NULL AND (batch."u" + batch."u") IS NOT NULL THEN (batch."u" * CAST(2 AS numeric)) = (batch."u" + batch."u") AND NOT ((batch."u" * CAST(2 AS numeric)) = CAST('NaN' AS numeric)) END) IS FALSE;
-- huge: h % 7 = 0 AND coalesce(h, i) > 0
((batch."h" % CAST(7 AS numeric)) = 0 AND (coalesce(batch."h", CAST(batch."i" AS numeric)) > 0 AND NOT (coalesce(batch."h", CAST(batch."i" AS numeric)) = CAST('NaN' AS numeric)))) IS FALSE;
