-- v.not_like: not like %it's\\%
batch.`v` IS NULL OR batch.`v` LIKE '%it\'s\\\\%';
