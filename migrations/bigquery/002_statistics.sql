-- Rows of a run's batch, the first by their locator; kind is passed or rejected, sample a JSON object.
CREATE TABLE IF NOT EXISTS {{ledger}}.`row_samples` (
    `run_id` STRING NOT NULL,
    `kind` STRING NOT NULL,
    `position` INT64 NOT NULL,
    `sample` STRING NOT NULL
);

-- The order of a run's columns.
ALTER TABLE {{ledger}}.`column_statistics` ADD COLUMN IF NOT EXISTS `position` INT64;
