-- address.inner.city.not_null: not null
batch.`address`.`city` IS NULL;
-- address.inner.post code.length: length = 5
batch.`address`.`post code` IS NOT NULL AND CHAR_LENGTH(batch.`address`.`post code`) <> 5;
-- lines.inner.inner.qty.not_null: not null
batch.`lines` IS NOT NULL AND CASE WHEN batch.`lines` IS NOT NULL THEN EXISTS (SELECT 1 FROM UNNEST(batch.`lines`) AS `_sqlgate_item_item1` WHERE `_sqlgate_item_item1`.`qty` IS NULL) END;
-- lines.inner.inner.qty.range: >= 1 and <= 9
batch.`lines` IS NOT NULL AND CASE WHEN batch.`lines` IS NOT NULL THEN EXISTS (SELECT 1 FROM UNNEST(batch.`lines`) AS `_sqlgate_item_item1` WHERE `_sqlgate_item_item1`.`qty` IS NOT NULL AND (`_sqlgate_item_item1`.`qty` < 1 OR `_sqlgate_item_item1`.`qty` > 9)) END;
-- lines.inner.inner.codes.inner.min_length: length >= 2
batch.`lines` IS NOT NULL AND CASE WHEN batch.`lines` IS NOT NULL THEN EXISTS (SELECT 1 FROM UNNEST(batch.`lines`) AS `_sqlgate_item_item1` WHERE `_sqlgate_item_item1`.`codes` IS NOT NULL AND CASE WHEN `_sqlgate_item_item1`.`codes` IS NOT NULL THEN EXISTS (SELECT 1 FROM UNNEST(`_sqlgate_item_item1`.`codes`) AS `_sqlgate_item_item2` WHERE `_sqlgate_item_item2` IS NOT NULL AND CHAR_LENGTH(`_sqlgate_item_item2`) < 2) END) END;
