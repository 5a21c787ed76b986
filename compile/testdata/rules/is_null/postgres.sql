-- v.is_null: null
batch."v" IS NOT NULL;
