-- u.case: upper case
batch.`u` IS NOT NULL AND batch.`u` <> UPPER(batch.`u`);
-- l.case: lower case
batch.`l` IS NOT NULL AND batch.`l` <> LOWER(batch.`l`);
-- t.case: trimmed
batch.`t` IS NULL OR batch.`t` <> TRIM(batch.`t`, ' \t\n\v\f\r');
