SELECT CAST("g" AS VARCHAR) AS "g", CAST("x" AS DOUBLE PRECISION) AS "x", fails
FROM (VALUES
  ('a', 1, ''), ('a', 2, ''), ('a', 3, ''), ('a', 4, ''), ('a', 5, ''), ('a', 6, ''), ('a', 7, ''),
  ('a', 100, 'deviations, quartiles, medians'),
  ('b''?', 1, ''),
  ('c', 5, ''), ('c', 5, ''), ('c', 5, ''),
  ('n', NULL, ''),
  ('n', CAST('NaN' AS DOUBLE PRECISION), 'deviations, quartiles, medians'),
  ('n', CAST('Infinity' AS DOUBLE PRECISION), 'deviations, quartiles, medians'),
  ('n', 1, ''),
  ('large', 1.7e308, 'deviations, quartiles, medians'), ('large', -1.7e308, 'deviations, quartiles, medians'), ('large', 1e300, ''),
  ('small', 5e-324, ''), ('small', 0, ''), ('small', -1e-300, ''), ('small', 1e-100, 'quartiles, medians'),
  (NULL, 1, ''), (NULL, 2, ''),
  ('mean is rounded', 0.1, ''), ('mean is rounded', 0.1, ''), ('mean is rounded', 0.1, ''), ('mean is rounded', 0.1, ''), ('mean is rounded', 0.1, ''), ('mean is rounded', 0.1, ''), ('mean is rounded', 0.1, ''), ('mean is rounded', 0.1, ''), ('mean is rounded', 0.1, ''), ('mean is rounded', 0.1, '')
) AS rows("g", "x", fails)
