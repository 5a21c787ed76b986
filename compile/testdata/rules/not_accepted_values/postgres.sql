-- v.not_accepted_values: not in (?, x), in any case
batch."v" IS NOT NULL AND (lower(batch."v" COLLATE "und-x-icu") COLLATE "C") IN ('?', 'x');
-- f.not_accepted_values: not in (0)
batch."f" IS NULL OR batch."f" IN (CAST('0' AS double precision));
