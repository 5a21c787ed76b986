SELECT CAST("g" AS INTEGER) AS "g", CAST("s" AS VARCHAR) AS "s", CAST("b" AS BOOLEAN) AS "b", fails
FROM (VALUES
  (1, 'a', TRUE, 'both'),
  (1, 'a', FALSE, 'both'),
  (2, 'a', TRUE, 'one, both'),
  (2, NULL, TRUE, 'one, both'),
  (3, NULL, NULL, ''),
  (3, NULL, NULL, ''),
  (4, 'a', TRUE, 'one, both'),
  (4, 'A', TRUE, 'one, both'),
  (5, 'it''s ?', TRUE, ''),
  (NULL, 'a', TRUE, 'one, both'),
  (NULL, '', TRUE, 'one, both')
) AS rows("g", "s", "b", fails)
