-- numbers: i in steps of 1 by i
-- _sqlgate_found_1
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", batch."i" AS "_sqlgate_value", lag(batch."i") OVER (PARTITION BY batch."p" ORDER BY batch."i" ASC NULLS FIRST, batch."d" ASC NULLS LAST, batch."m" ASC NULLS LAST, batch."p" ASC NULLS LAST, batch."_sqlgate_row") AS "_sqlgate_earlier" FROM batch WHERE batch."i" IS NOT NULL) AS "steps" WHERE "steps"."_sqlgate_earlier" IS NOT NULL AND "steps"."_sqlgate_value" <> ("steps"."_sqlgate_earlier" + 1);
-- months: d in steps of 1mo by i
-- _sqlgate_found_2
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", batch."d" AS "_sqlgate_value", lag(batch."d") OVER (PARTITION BY batch."p" ORDER BY batch."i" ASC NULLS FIRST, batch."d" ASC NULLS LAST, batch."m" ASC NULLS LAST, batch."p" ASC NULLS LAST, batch."_sqlgate_row") AS "_sqlgate_earlier" FROM batch WHERE batch."d" IS NOT NULL) AS "steps" WHERE "steps"."_sqlgate_earlier" IS NOT NULL AND "steps"."_sqlgate_value" <> CAST((to_months(1) + "steps"."_sqlgate_earlier") AS DATE);
-- halves: m in steps of 0.5 by m
-- _sqlgate_found_3
SELECT "_sqlgate_row" FROM (SELECT batch."_sqlgate_row", batch."m" AS "_sqlgate_value", lag(batch."m") OVER (PARTITION BY batch."p" ORDER BY batch."m" ASC NULLS FIRST, batch."i" ASC NULLS LAST, batch."d" ASC NULLS LAST, batch."p" ASC NULLS LAST, batch."_sqlgate_row") AS "_sqlgate_earlier" FROM batch WHERE batch."m" IS NOT NULL) AS "steps" WHERE "steps"."_sqlgate_earlier" IS NOT NULL AND "steps"."_sqlgate_value" <> ("steps"."_sqlgate_earlier" + 0.5);
