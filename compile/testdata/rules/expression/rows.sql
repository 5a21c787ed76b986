SELECT CAST(n AS INTEGER) AS n, CAST(big AS BIGINT) AS big, CAST(amount AS DECIMAL(10,2)) AS "Amount", CAST(f AS DOUBLE PRECISION) AS f, CAST(s AS VARCHAR) AS s, CAST(ok AS BOOLEAN) AS ok, fails
FROM (VALUES
  (1, 2, 5, 1.5, 'paid', TRUE, ''),
  (2, 1, 0, 1, 'paid', FALSE, 'n.expression, paid_has_amount, strict, not_in, bare'),
  (2, 1, -1, 3, 'new', TRUE, 'within'),
  (1, 2, NULL, 1.5, 'paid', NULL, 'strict'),
  (NULL, NULL, NULL, NULL, NULL, NULL, 'strict, within'),
  (2, NULL, NULL, NULL, 'new', FALSE, 'bare'),
  (1, 2, 5, CAST('NaN' AS DOUBLE PRECISION), '', TRUE, 'within'),
  (1, 2, 5, CAST('Infinity' AS DOUBLE PRECISION), '''"\?$1@p%_' || chr(10) || '😀', TRUE, 'within, hostile')
) AS rows(n, big, amount, f, s, ok, fails)
