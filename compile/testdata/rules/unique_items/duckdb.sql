-- v.unique_items: no repeated items
batch."v" IS NOT NULL AND list_unique(list_transform(batch."v", lambda _sqlgate_unique: {'item': _sqlgate_unique})) <> length(batch."v");
-- s.unique_items: no repeated items
batch."s" IS NULL OR list_unique(list_transform(batch."s", lambda _sqlgate_unique: {'item': _sqlgate_unique})) <> length(batch."s");
-- f.unique_items: no repeated items
batch."f" IS NOT NULL AND list_unique(list_transform(batch."f", lambda _sqlgate_unique: {'item': _sqlgate_unique})) <> length(batch."f");
