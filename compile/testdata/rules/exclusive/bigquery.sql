-- exclusive: at most one of (a, b, c) is not null
((CASE WHEN batch.`a` IS NOT NULL THEN 1 ELSE 0 END + CASE WHEN batch.`b` IS NOT NULL THEN 1 ELSE 0 END) + CASE WHEN batch.`c` IS NOT NULL THEN 1 ELSE 0 END) > 1;
