-- v.format: base64
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '^(?:(?:[0-9A-Za-z+/]{4})*(?:[0-9A-Za-z+/]{2}[048AEIMQUYcgkosw]=|[0-9A-Za-z+/][AQgw]==)?)$');
