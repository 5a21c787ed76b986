-- v.regex: matches ^[^\W_]+[\]^\-\\?]{2,}[[:punct:]]*\p{Greek}$
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '^[^\\W_]+[\\]^\\-\\\\?]{2,}[[:punct:]]*\\p{Greek}$');
