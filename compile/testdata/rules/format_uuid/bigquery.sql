-- v.format: a uuid
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '^(?:[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12})$');
