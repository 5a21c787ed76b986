-- q.resolution: aligned to 15m
batch."q" IS NOT NULL AND (NOT isfinite(batch."q") OR batch."q" <> date_trunc('minute', batch."q") OR (((CAST(hour(batch."q") AS BIGINT) * 60) + CAST(minute(batch."q") AS BIGINT)) % 15) <> 0);
-- s.resolution: aligned to 1s
batch."s" IS NOT NULL AND (NOT isfinite(batch."s") OR batch."s" <> date_trunc('second', batch."s"));
-- z.resolution: aligned to 6h
batch."z" IS NOT NULL AND (NOT isfinite(batch."z") OR batch."z" <> (date_trunc('hour', (batch."z" AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC') OR (CAST(hour((batch."z" AT TIME ZONE 'UTC')) AS BIGINT) % 6) <> 0);
-- d.resolution: aligned to 1d
batch."d" IS NOT NULL AND (NOT isfinite(batch."d") OR batch."d" <> date_trunc('day', batch."d"));
-- w.resolution: aligned to 1w
batch."w" IS NOT NULL AND (NOT isfinite(batch."w") OR isodow(batch."w") <> 1);
-- m.resolution: aligned to 1mo
batch."m" IS NOT NULL AND (NOT isfinite(batch."m") OR day(batch."m") <> 1);
-- r.resolution: aligned to 3mo
batch."r" IS NULL OR NOT isfinite(batch."r") OR day(batch."r") <> 1 OR ((CAST(month(batch."r") AS BIGINT) - 1) % 3) <> 0;
-- y.resolution: aligned to 1y
batch."y" IS NOT NULL AND (NOT isfinite(batch."y") OR batch."y" <> (date_trunc('year', (batch."y" AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC'));
-- t.resolution: aligned to 45s
batch."t" IS NOT NULL AND (NOT isfinite(batch."t") OR batch."t" <> date_trunc('second', batch."t") OR (((((CAST(hour(batch."t") AS BIGINT) * 60) + CAST(minute(batch."t") AS BIGINT)) * 60) + CAST(second(batch."t") AS BIGINT)) % 45) <> 0);
