-- h.multiple_of: multiple of -7
batch."h" IS NOT NULL AND (CAST(batch."h" AS HUGEINT) % CAST(CAST(7 AS DECIMAL(1,0)) AS HUGEINT)) <> 0;
-- narrow: d <= w
batch."d" IS NOT NULL AND batch."w" IS NOT NULL AND CASE WHEN batch."d" IS NOT NULL THEN {'whole': CAST(trunc(batch."d") AS HUGEINT), 'rest': batch."d" % 1} END > CASE WHEN batch."w" IS NOT NULL THEN {'whole': CAST(trunc(batch."w") AS HUGEINT), 'rest': batch."w" % 1} END;
-- whole: h >= d
batch."h" IS NOT NULL AND batch."d" IS NOT NULL AND CASE WHEN batch."h" IS NOT NULL THEN {'whole': CAST(batch."h" AS HUGEINT), 'rest': CAST(0 AS DECIMAL(1,1))} END < CASE WHEN batch."d" IS NOT NULL THEN {'whole': CAST(trunc(batch."d") AS HUGEINT), 'rest': batch."d" % 1} END;
-- fraction: f < i
batch."f" IS NOT NULL AND batch."i" IS NOT NULL AND CASE WHEN batch."f" IS NOT NULL THEN {'whole': CAST(0 AS HUGEINT), 'rest': batch."f"} END >= CASE WHEN batch."i" IS NOT NULL THEN {'whole': CAST(batch."i" AS HUGEINT), 'rest': CAST(0 AS DECIMAL(1,1))} END;
-- bound: d < 99999999999999999999999999999 AND f < 1 AND h > 2.5
(CASE WHEN batch."d" IS NOT NULL THEN {'whole': CAST(trunc(batch."d") AS HUGEINT), 'rest': batch."d" % 1} END < CASE WHEN 99999999999999999999999999999 IS NOT NULL THEN {'whole': CAST(99999999999999999999999999999 AS HUGEINT), 'rest': CAST(0 AS DECIMAL(1,1))} END AND CASE WHEN batch."f" IS NOT NULL THEN {'whole': CAST(0 AS HUGEINT), 'rest': batch."f"} END < CASE WHEN 1 IS NOT NULL THEN {'whole': CAST(1 AS HUGEINT), 'rest': CAST(0 AS DECIMAL(1,1))} END AND CASE WHEN batch."h" IS NOT NULL THEN {'whole': CAST(batch."h" AS HUGEINT), 'rest': CAST(0 AS DECIMAL(1,1))} END > CASE WHEN 2.5 IS NOT NULL THEN {'whole': CAST(trunc(2.5) AS HUGEINT), 'rest': 2.5 % 1} END) IS FALSE;
-- listed: d IN (1e30, 0.000000000000001, 7)
(CASE WHEN batch."d" IS NOT NULL THEN {'whole': CAST(trunc(batch."d") AS HUGEINT), 'rest': batch."d" % 1} END = CASE WHEN 1000000000000000000000000000000 IS NOT NULL THEN {'whole': CAST(1000000000000000000000000000000 AS HUGEINT), 'rest': CAST(0 AS DECIMAL(1,1))} END OR CASE WHEN batch."d" IS NOT NULL THEN {'whole': CAST(trunc(batch."d") AS HUGEINT), 'rest': batch."d" % 1} END = CASE WHEN 0.000000000000001 IS NOT NULL THEN {'whole': CAST(0 AS HUGEINT), 'rest': 0.000000000000001} END OR batch."d" = 7) IS FALSE;
-- unsigned: u + 1 > u AND u * 2 = u + u
((CAST(batch."u" AS DECIMAL(20,0)) + CAST(1 AS DECIMAL(1,0))) > batch."u" AND (CAST(batch."u" AS DECIMAL(20,0)) * CAST(2 AS DECIMAL(1,0))) = (CAST(batch."u" AS DECIMAL(20,0)) + CAST(batch."u" AS DECIMAL(20,0)))) IS FALSE;
-- huge: h % 7 = 0 AND coalesce(h, i) > 0
((CAST(batch."h" AS HUGEINT) % CAST(CAST(7 AS DECIMAL(1,0)) AS HUGEINT)) = 0 AND coalesce(CAST(batch."h" AS HUGEINT), CAST(CAST(batch."i" AS DECIMAL(19,0)) AS HUGEINT)) > 0) IS FALSE;
