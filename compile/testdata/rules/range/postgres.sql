-- b.range: >= 0 and <= 10
batch."b" IS NOT NULL AND (batch."b" < CAST('0' AS double precision) OR batch."b" > CAST('10' AS double precision));
-- l.range: >= 0 and < 10
batch."l" IS NOT NULL AND (batch."l" < 0 OR batch."l" >= 10);
-- r.range: > 0 and <= 10
batch."r" IS NOT NULL AND (batch."r" <= 0 OR batch."r" > 10);
-- n.range: > 0 and < 10
batch."n" IS NULL OR batch."n" <= CAST('0' AS double precision) OR batch."n" >= CAST('10' AS double precision);
-- x.range: not (>= 0 and <= 10)
batch."x" IS NOT NULL AND batch."x" >= CAST('0' AS double precision) AND batch."x" <= CAST('10' AS double precision);
