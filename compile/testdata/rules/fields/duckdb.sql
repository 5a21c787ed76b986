-- address.inner.city.not_null: not null
struct_extract(batch."address", 'city') IS NULL;
-- address.inner.post code.length: length = 5
struct_extract(batch."address", 'post code') IS NOT NULL AND length(struct_extract(batch."address", 'post code')) <> 5;
-- lines.inner.inner.qty.not_null: not null
batch."lines" IS NOT NULL AND (len(list_filter(batch."lines", lambda "_sqlgate_item_item1": struct_extract("_sqlgate_item_item1", 'qty') IS NULL)) > 0);
-- lines.inner.inner.qty.range: >= 1 and <= 9
batch."lines" IS NOT NULL AND (len(list_filter(batch."lines", lambda "_sqlgate_item_item1": struct_extract("_sqlgate_item_item1", 'qty') IS NOT NULL AND (struct_extract("_sqlgate_item_item1", 'qty') < 1 OR struct_extract("_sqlgate_item_item1", 'qty') > 9))) > 0);
-- lines.inner.inner.codes.inner.min_length: length >= 2
batch."lines" IS NOT NULL AND (len(list_filter(batch."lines", lambda "_sqlgate_item_item1": struct_extract("_sqlgate_item_item1", 'codes') IS NOT NULL AND (len(list_filter(struct_extract("_sqlgate_item_item1", 'codes'), lambda "_sqlgate_item_item2": "_sqlgate_item_item2" IS NOT NULL AND length("_sqlgate_item_item2") < 2)) > 0))) > 0);
