-- Which files of this folder have been applied.
CREATE TABLE {{ledger}}."schema_migrations" (
    "version" INTEGER NOT NULL,
    "name" VARCHAR NOT NULL,
    "applied_at" TIMESTAMPTZ NOT NULL,
    PRIMARY KEY ("version")
);

-- One row per run, written once, when it ends.
CREATE TABLE {{ledger}}."runs" (
    "run_id" VARCHAR NOT NULL,
    "gate" VARCHAR NOT NULL,
    "kind" VARCHAR NOT NULL,
    "warehouse" VARCHAR,
    "source" VARCHAR,
    "target" VARCHAR,
    "rejected" VARCHAR,
    "mode" VARCHAR,
    "partition_key" VARCHAR,
    "batch_id" VARCHAR,
    "outcome" VARCHAR NOT NULL,
    "reason" VARCHAR,
    "started_at" TIMESTAMPTZ NOT NULL,
    "finished_at" TIMESTAMPTZ NOT NULL,
    "duration_ms" BIGINT NOT NULL,
    "rows_staged" BIGINT NOT NULL,
    "rows_passed" BIGINT NOT NULL,
    "rows_rejected" BIGINT NOT NULL,
    "rows_superseded" BIGINT NOT NULL,
    "rows_warned" BIGINT NOT NULL,
    "rows_deleted" BIGINT NOT NULL,
    "bytes_processed" BIGINT,
    "error_code" VARCHAR,
    "error_summary" VARCHAR,
    "gate_hash" VARCHAR,
    "plan_hash" VARCHAR,
    "sqlgate_version" VARCHAR,
    "engine_version" VARCHAR,
    "host" VARCHAR,
    "os_user" VARCHAR,
    "trigger" VARCHAR,
    "trigger_ids" VARCHAR,
    "git_sha" VARCHAR,
    PRIMARY KEY ("run_id")
);

-- One row per rule and check of a run; position 0 is the column schema.
CREATE TABLE {{ledger}}."rule_results" (
    "run_id" VARCHAR NOT NULL,
    "position" INTEGER NOT NULL,
    "rule_id" VARCHAR NOT NULL,
    "column_name" VARCHAR,
    "scope" VARCHAR NOT NULL,
    "policy" VARCHAR NOT NULL,
    "status" VARCHAR NOT NULL,
    "failed_rows" BIGINT NOT NULL,
    "unknown_rows" BIGINT NOT NULL,
    "judged_rows" BIGINT NOT NULL,
    "observed_value" VARCHAR,
    "expected" VARCHAR,
    "sql" VARCHAR,
    "description" VARCHAR,
    "samples" VARCHAR
);

-- Rejected rows by the set of rules that they failed together; rule_ids is a JSON array.
CREATE TABLE {{ledger}}."rule_sets" (
    "run_id" VARCHAR NOT NULL,
    "rule_ids" VARCHAR NOT NULL,
    "rows" BIGINT NOT NULL
);

-- Figures of the rows written; which are set depends on the group.
CREATE TABLE {{ledger}}."column_statistics" (
    "run_id" VARCHAR NOT NULL,
    "column" VARCHAR NOT NULL,
    "group" VARCHAR NOT NULL,
    "count" BIGINT NOT NULL,
    "null_count" BIGINT NOT NULL,
    "mean" DOUBLE,
    "std" DOUBLE,
    "min" VARCHAR,
    "p50" DOUBLE,
    "max" VARCHAR,
    "span" VARCHAR,
    "n_unique" BIGINT,
    "n_unique_approximate" BOOLEAN,
    "min_len" BIGINT,
    "max_len" BIGINT,
    "n_empty" BIGINT,
    "n_true" BIGINT,
    "n_false" BIGINT,
    "true_rate" DOUBLE
);

-- Runs that have begun and not ended; lock_names is a JSON array.
CREATE TABLE {{ledger}}."active_runs" (
    "run_id" VARCHAR NOT NULL,
    "gate" VARCHAR NOT NULL,
    "kind" VARCHAR NOT NULL,
    "warehouse" VARCHAR,
    "source" VARCHAR,
    "target" VARCHAR,
    "rejected" VARCHAR,
    "mode" VARCHAR,
    "partition_key" VARCHAR,
    "batch_id" VARCHAR,
    "started_at" TIMESTAMPTZ NOT NULL,
    "heartbeat_at" TIMESTAMPTZ NOT NULL,
    "host" VARCHAR NOT NULL,
    "os_user" VARCHAR,
    "pid" BIGINT NOT NULL,
    "sqlgate_version" VARCHAR,
    "lock_names" VARCHAR NOT NULL,
    PRIMARY KEY ("run_id")
);

-- One row per table that runs write; a run updates it first of all.
CREATE TABLE {{ledger}}."locks" (
    "name" VARCHAR NOT NULL,
    "run_id" VARCHAR,
    PRIMARY KEY ("name")
);

-- Batches that were written; the key lets each complete once.
CREATE TABLE {{ledger}}."completed_batches" (
    "gate" VARCHAR NOT NULL,
    "partition_key" VARCHAR NOT NULL,
    "batch_id" VARCHAR NOT NULL,
    "run_id" VARCHAR NOT NULL,
    PRIMARY KEY ("gate", "partition_key", "batch_id")
);
