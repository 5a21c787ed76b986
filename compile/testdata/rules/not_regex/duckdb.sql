-- v.not_regex: does not match [?'"`$\\]|\s$
batch."v" IS NULL OR regexp_matches(batch."v", '[?''"`$\\]|\s$');
