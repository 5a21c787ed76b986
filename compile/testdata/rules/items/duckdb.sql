-- tags.inner.not_null: not null
batch."tags" IS NOT NULL AND (len(list_filter(batch."tags", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NULL)) > 0);
-- tags.inner.max_length: length <= 3
batch."tags" IS NOT NULL AND (len(list_filter(batch."tags", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NOT NULL AND strlen("_sqlgate_item_item1") > 3 AND length("_sqlgate_item_item1") > 3)) > 0);
-- letters: matches ^[a-z']*$
batch."tags" IS NOT NULL AND (len(list_filter(batch."tags", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NULL OR NOT regexp_matches("_sqlgate_item_item1", '^[a-z'']*$'))) > 0);
-- known: in (ab, '', it's, é😀), in any case
batch."tags" IS NOT NULL AND (len(list_filter(batch."tags", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NOT NULL AND lower(replace("_sqlgate_item_item1", 'İ', 'i̇')) NOT IN ('ab', '', 'it''s', lower(replace('é😀', 'İ', 'i̇'))))) > 0);
-- nested.inner.not_empty: not empty
batch."nested" IS NOT NULL AND (len(list_filter(batch."nested", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NOT NULL AND length("_sqlgate_item_item1") <= 0)) > 0);
-- nested.inner.inner.min: >= 1
batch."nested" IS NOT NULL AND (len(list_filter(batch."nested", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NOT NULL AND (len(list_filter("_sqlgate_item_item1", lambda "_sqlgate_item_item2": "_sqlgate_item_item2" IS NOT NULL AND "_sqlgate_item_item2" < 1)) > 0))) > 0);
-- amounts.inner.max: <= 1.5
batch."amounts" IS NOT NULL AND (len(list_filter(batch."amounts", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NOT NULL AND "_sqlgate_item_item1" > CAST('1.5' AS DOUBLE))) > 0);
-- amounts.inner.finite: finite
batch."amounts" IS NOT NULL AND (len(list_filter(batch."amounts", lambda "_sqlgate_item_item1": "_sqlgate_item_item1" IS NOT NULL AND NOT isfinite("_sqlgate_item_item1"))) > 0);
