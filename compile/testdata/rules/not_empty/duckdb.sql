-- v.not_empty: not blank
batch."v" IS NOT NULL AND batch."v" < '!' AND trim(batch."v", E' \t\n\x0b\x0c\r') = '';
-- w.not_empty: not empty
batch."w" IS NULL OR batch."w" = '';
