-- key: (a, b) not null and unique
-- key (a, b), nulls distinct, case sensitive true
batch."a" IS NULL OR batch."b" IS NULL;
