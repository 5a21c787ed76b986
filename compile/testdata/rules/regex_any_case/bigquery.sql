-- v.regex: matches ^(?:straße|kelvin)$
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '(?i)^(?:straße|kelvin)$');
