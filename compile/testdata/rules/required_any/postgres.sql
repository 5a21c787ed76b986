-- required_any: at least one of (a, b, c) is not null
batch."a" IS NULL AND batch."b" IS NULL AND batch."c" IS NULL;
