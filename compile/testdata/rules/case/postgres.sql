-- u.case: upper case
batch."u" IS NOT NULL AND batch."u" <> (upper(batch."u" COLLATE "und-x-icu") COLLATE "C");
-- l.case: lower case
batch."l" IS NOT NULL AND batch."l" <> (lower(batch."l" COLLATE "und-x-icu") COLLATE "C");
-- t.case: trimmed
batch."t" IS NULL OR batch."t" <> btrim(batch."t", E' \t\n\x0b\x0c\r');
