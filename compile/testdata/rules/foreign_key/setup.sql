CREATE TABLE airports AS SELECT * FROM (VALUES ('LAX', 4, 'open'), ('JFK', 4, 'it''s "closed"'), ('it''s ?', 1, 'open'), (NULL, NULL, NULL)) AS rows(iata, runways, note);
CREATE TABLE banned AS SELECT 13 AS n UNION ALL SELECT NULL;
