-- v.not_null: not null
batch."v" IS NULL;
-- a ?? b $1.not_null: not null
batch."a ?? b $1" IS NULL;
