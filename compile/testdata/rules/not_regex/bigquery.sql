-- v.not_regex: does not match [?'"`$\\]|\s$
batch.`v` IS NULL OR REGEXP_CONTAINS(batch.`v`, '[?\'"`$\\\\]|\\s$');
