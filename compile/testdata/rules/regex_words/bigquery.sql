-- v.regex: matches \bcat\B(?P<rest>\w+)(?:s{0,300}|x*)\z
batch.`v` IS NOT NULL AND NOT REGEXP_CONTAINS(batch.`v`, '\\bcat\\B([0-9A-Z_a-z]+)(?:s{0,300}|x*)\\z');
