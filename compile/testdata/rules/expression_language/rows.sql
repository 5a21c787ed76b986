SELECT CAST(n AS INTEGER) AS n, CAST(amount AS DECIMAL(10,2)) AS amount, CAST(f AS DOUBLE PRECISION) AS f, CAST(s AS VARCHAR) AS s, CAST(d AS DATE) AS d, CAST(ts AS TIMESTAMP) AS ts, fails
FROM (VALUES
  (2, 1.5, 2.5, 'abc', '2020-01-31', '2020-02-03 10:00:00', ''),
  (0, 1.6, 1.5, 'b', '2020-01-31', '2020-01-31 23:59:59', 'arithmetic, mixed, defaults'),
  (NULL, NULL, NULL, NULL, NULL, NULL, 'defaults'),
  (3, 1.25, CAST('NaN' AS DOUBLE PRECISION), '0%', '2025-12-31', '2025-12-30 00:00:00', 'remainder, mixed, fraction, rounding, greatest, texts, sub, dates, parts, between_dates'),
  (7, -1, CAST('Infinity' AS DOUBLE PRECISION), '42', '2025-12-02', '2025-12-07 00:00:00', 'remainder, fraction, greatest, parts, choice, null_is_a_value'),
  (-4, -8, -8, '', '2020-02-29', '2020-03-09 00:00:00', 'division, texts, between_dates')
) AS rows(n, amount, f, s, d, ts, fails)
