-- n.inner.unique_items: no repeated items
batch."n" IS NOT NULL AND (len(list_filter(batch."n", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NOT NULL AND list_unique(list_transform("_sqlgate_item_item1", lambda _sqlgate_unique: {'item': _sqlgate_unique})) <> length("_sqlgate_item_item1"))) > 0);
-- n.inner.min_items: items >= 1
batch."n" IS NOT NULL AND (len(list_filter(batch."n", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NOT NULL AND length("_sqlgate_item_item1") < 1)) > 0);
-- n.inner.max_items: items <= 2
batch."n" IS NOT NULL AND (len(list_filter(batch."n", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NOT NULL AND length("_sqlgate_item_item1") > 2)) > 0);
