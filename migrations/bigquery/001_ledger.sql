-- Which files of this folder have been applied.
CREATE TABLE IF NOT EXISTS {{ledger}}.`schema_migrations` (
    `version` INT64 NOT NULL,
    `name` STRING NOT NULL,
    `applied_at` TIMESTAMP NOT NULL,
    PRIMARY KEY (`version`) NOT ENFORCED
);

-- One row per run, written once, when it ends.
CREATE TABLE IF NOT EXISTS {{ledger}}.`runs` (
    `run_id` STRING NOT NULL,
    `gate` STRING NOT NULL,
    `kind` STRING NOT NULL,
    `warehouse` STRING,
    `source` STRING,
    `target` STRING,
    `rejected` STRING,
    `mode` STRING,
    `partition_key` STRING,
    `batch_id` STRING,
    `outcome` STRING NOT NULL,
    `reason` STRING,
    `started_at` TIMESTAMP NOT NULL,
    `finished_at` TIMESTAMP NOT NULL,
    `duration_ms` INT64 NOT NULL,
    `rows_staged` INT64 NOT NULL,
    `rows_passed` INT64 NOT NULL,
    `rows_rejected` INT64 NOT NULL,
    `rows_superseded` INT64 NOT NULL,
    `rows_warned` INT64 NOT NULL,
    `rows_deleted` INT64 NOT NULL,
    `bytes_processed` INT64,
    `error_code` STRING,
    `error_summary` STRING,
    `gate_hash` STRING,
    `plan_hash` STRING,
    `sqlgate_version` STRING,
    `engine_version` STRING,
    `host` STRING,
    `os_user` STRING,
    `trigger` STRING,
    `trigger_ids` STRING,
    `git_sha` STRING,
    PRIMARY KEY (`run_id`) NOT ENFORCED
);

-- One row per rule and check of a run; position 0 is the column schema.
CREATE TABLE IF NOT EXISTS {{ledger}}.`rule_results` (
    `run_id` STRING NOT NULL,
    `position` INT64 NOT NULL,
    `rule_id` STRING NOT NULL,
    `column_name` STRING,
    `scope` STRING NOT NULL,
    `policy` STRING NOT NULL,
    `status` STRING NOT NULL,
    `failed_rows` INT64 NOT NULL,
    `unknown_rows` INT64 NOT NULL,
    `judged_rows` INT64 NOT NULL,
    `observed_value` STRING,
    `expected` STRING,
    `sql` STRING,
    `description` STRING,
    `samples` STRING
);

-- Rejected rows by the set of rules that they failed together; rule_ids is a JSON array.
CREATE TABLE IF NOT EXISTS {{ledger}}.`rule_sets` (
    `run_id` STRING NOT NULL,
    `rule_ids` STRING NOT NULL,
    `rows` INT64 NOT NULL
);

-- Figures of the rows written; which are set depends on the group.
CREATE TABLE IF NOT EXISTS {{ledger}}.`column_statistics` (
    `run_id` STRING NOT NULL,
    `column` STRING NOT NULL,
    `group` STRING NOT NULL,
    `count` INT64 NOT NULL,
    `null_count` INT64 NOT NULL,
    `mean` FLOAT64,
    `std` FLOAT64,
    `min` STRING,
    `p50` FLOAT64,
    `max` STRING,
    `span` STRING,
    `n_unique` INT64,
    `n_unique_approximate` BOOL,
    `min_len` INT64,
    `max_len` INT64,
    `n_empty` INT64,
    `n_true` INT64,
    `n_false` INT64,
    `true_rate` FLOAT64
);

-- Runs that have begun and not ended; lock_names is a JSON array.
CREATE TABLE IF NOT EXISTS {{ledger}}.`active_runs` (
    `run_id` STRING NOT NULL,
    `gate` STRING NOT NULL,
    `kind` STRING NOT NULL,
    `warehouse` STRING,
    `source` STRING,
    `target` STRING,
    `rejected` STRING,
    `mode` STRING,
    `partition_key` STRING,
    `batch_id` STRING,
    `started_at` TIMESTAMP NOT NULL,
    `heartbeat_at` TIMESTAMP NOT NULL,
    `host` STRING NOT NULL,
    `os_user` STRING,
    `pid` INT64 NOT NULL,
    `sqlgate_version` STRING,
    `lock_names` STRING NOT NULL,
    PRIMARY KEY (`run_id`) NOT ENFORCED
);

-- One row per table that runs write; a run updates it first of all.
CREATE TABLE IF NOT EXISTS {{ledger}}.`locks` (
    `name` STRING NOT NULL,
    `run_id` STRING,
    PRIMARY KEY (`name`) NOT ENFORCED
);

-- Batches that were written; the key lets each complete once.
CREATE TABLE IF NOT EXISTS {{ledger}}.`completed_batches` (
    `gate` STRING NOT NULL,
    `partition_key` STRING NOT NULL,
    `batch_id` STRING NOT NULL,
    `run_id` STRING NOT NULL,
    PRIMARY KEY (`gate`, `partition_key`, `batch_id`) NOT ENFORCED
);
