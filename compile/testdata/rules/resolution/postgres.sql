-- q.resolution: aligned to 15m
batch."q" IS NOT NULL AND (NOT isfinite(batch."q") OR batch."q" <> date_trunc('minute', batch."q") OR (((CAST(CASE WHEN isfinite(batch."q") THEN CAST(extract(hour FROM batch."q") AS bigint) END AS bigint) * 60) + CAST(CASE WHEN isfinite(batch."q") THEN CAST(extract(minute FROM batch."q") AS bigint) END AS bigint)) % 15) <> 0);
-- s.resolution: aligned to 1s
batch."s" IS NOT NULL AND (NOT isfinite(batch."s") OR batch."s" <> date_trunc('second', batch."s"));
-- z.resolution: aligned to 6h
batch."z" IS NOT NULL AND (NOT isfinite(batch."z") OR batch."z" <> (date_trunc('hour', (batch."z" AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC') OR (CAST(CASE WHEN isfinite((batch."z" AT TIME ZONE 'UTC')) THEN CAST(extract(hour FROM (batch."z" AT TIME ZONE 'UTC')) AS bigint) END AS bigint) % 6) <> 0);
-- d.resolution: aligned to 1d
batch."d" IS NOT NULL AND (NOT isfinite(batch."d") OR batch."d" <> date_trunc('day', batch."d"));
-- w.resolution: aligned to 1w
batch."w" IS NOT NULL AND (NOT isfinite(batch."w") OR CASE WHEN isfinite(batch."w") THEN CAST(extract(isodow FROM batch."w") AS bigint) END <> 1);
-- m.resolution: aligned to 1mo
batch."m" IS NOT NULL AND (NOT isfinite(batch."m") OR CASE WHEN isfinite(batch."m") THEN CAST(extract(day FROM batch."m") AS bigint) END <> 1);
-- r.resolution: aligned to 3mo
batch."r" IS NULL OR NOT isfinite(batch."r") OR CASE WHEN isfinite(batch."r") THEN CAST(extract(day FROM batch."r") AS bigint) END <> 1 OR ((CAST(CASE WHEN isfinite(batch."r") THEN CAST(extract(month FROM batch."r") AS bigint) END AS bigint) - 1) % 3) <> 0;
-- y.resolution: aligned to 1y
batch."y" IS NOT NULL AND (NOT isfinite(batch."y") OR batch."y" <> (date_trunc('year', (batch."y" AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC'));
-- t.resolution: aligned to 45s
batch."t" IS NOT NULL AND (NOT isfinite(batch."t") OR batch."t" <> date_trunc('second', batch."t") OR (((((CAST(CASE WHEN isfinite(batch."t") THEN CAST(extract(hour FROM batch."t") AS bigint) END AS bigint) * 60) + CAST(CASE WHEN isfinite(batch."t") THEN CAST(extract(minute FROM batch."t") AS bigint) END AS bigint)) * 60) + CAST(CASE WHEN isfinite(batch."t") THEN CAST(floor(extract(second FROM batch."t")) AS bigint) END AS bigint)) % 45) <> 0);
