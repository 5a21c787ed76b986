-- f.allow_inf: not infinite
batch."f" IS NOT NULL AND (batch."f" IN (CAST('Infinity' AS double precision), CAST('-Infinity' AS double precision)));
-- r.allow_inf: not infinite
batch."r" IS NULL OR (batch."r" IN (CAST('Infinity' AS real), CAST('-Infinity' AS real)));
