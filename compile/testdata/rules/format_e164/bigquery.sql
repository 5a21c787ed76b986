-- v.format: an E.164 phone number
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '^(?:\\+[1-9][0-9]{1,14})$');
