-- v.regex: matches \bcat\B(?P<rest>\w+)(?:s{0,300}|x*)\z
batch."v" IS NOT NULL AND NOT batch."v" COLLATE "C" ~ '(?:(?<=[0-9A-Z_a-z])(?![0-9A-Z_a-z])|(?<![0-9A-Z_a-z])(?=[0-9A-Z_a-z]))cat(?:(?<=[0-9A-Z_a-z])(?=[0-9A-Z_a-z])|(?<![0-9A-Z_a-z])(?![0-9A-Z_a-z]))[0-9A-Z\_a-z]+(?:s{0,255}s{0,45}|x*)\Z';
