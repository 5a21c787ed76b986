-- f.finite: finite
batch.`f` IS NOT NULL AND NOT (NOT IS_NAN(batch.`f`) AND NOT IS_INF(batch.`f`));
-- d.finite: finite
batch.`d` IS NOT NULL AND NOT CASE WHEN batch.`d` IS NOT NULL THEN TRUE END;
-- t.finite: finite
batch.`t` IS NULL OR NOT CASE WHEN batch.`t` IS NOT NULL THEN TRUE END;
-- m.finite: finite
batch.`m` IS NOT NULL AND NOT CASE WHEN batch.`m` IS NOT NULL THEN TRUE END;
