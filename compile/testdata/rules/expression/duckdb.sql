-- n.expression: n < big OR ok
(batch."n" < batch."big" OR batch."ok") IS FALSE;
-- paid_has_amount: s <> 'paid' OR amount > 0
(batch."s" <> 'paid' OR batch."Amount" > 0) IS FALSE;
-- strict: s <> 'paid' OR amount > 0
NOT ((batch."s" <> 'paid' OR batch."Amount" > 0) IS TRUE);
-- not_in: f NOT IN (1, 2)
(batch."f" NOT IN (CAST('1' AS DOUBLE), CAST('2' AS DOUBLE))) IS FALSE;
-- within: f BETWEEN 1 AND 2 AND NOT n IS NULL
(batch."f" >= CAST('1' AS DOUBLE) AND batch."f" <= CAST('2' AS DOUBLE) AND batch."n" IS NOT NULL) IS FALSE;
-- hostile: s <> '''"\?$1@p%_ 😀'
(batch."s" <> '''"\?$1@p%_
😀') IS FALSE;
-- bare: ok
batch."ok" IS FALSE;
-- always: TRUE
TRUE IS FALSE;
