-- s.sql: s <> '?'
(s <> '?') IS FALSE;
-- strict_a: a > 1 /* at least two */
(a > 1 /* at least two */) IS FALSE;
-- by_dialect: a > 0 OR a IS NULL
(a > 0 OR a IS NULL) IS FALSE;
