-- Rows of a run's batch, the first by their locator; kind is passed or rejected, sample a JSON object.
CREATE TABLE {{ledger}}."row_samples" (
    "run_id" text NOT NULL,
    "kind" text NOT NULL,
    "position" integer NOT NULL,
    "sample" text NOT NULL
);

-- The order of a run's columns.
ALTER TABLE {{ledger}}."column_statistics" ADD COLUMN "position" integer;
