-- ends: matches $$
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '$$');
-- begins: matches ^^a
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '^^a');
-- never: does not match a^b
batch.`v` IS NOT NULL AND REGEXP_CONTAINS(batch.`v`, 'a^b');
-- empty: matches (?:)b
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '(?:)b');
-- open: does not match \z\Q$
batch.`v` IS NOT NULL AND REGEXP_CONTAINS(batch.`v`, '\\z\\Q$');
