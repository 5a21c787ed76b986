-- v.regex: matches ^(?:straße|kelvin)$, in any case
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '(?i)^(?:straße|kelvin)$');
