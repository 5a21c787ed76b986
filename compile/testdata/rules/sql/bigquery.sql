-- s.sql: s <> '?'
(s <> '?') IS FALSE;
-- strict_a: a > 1 /* at least two */
(a > 1 /* at least two */) IS FALSE;
-- by_dialect: IFNULL(a, 1) > 0
(IFNULL(a, 1) > 0) IS FALSE;
