-- Which files of this folder have been applied.
CREATE TABLE {{ledger}}."schema_migrations" (
    "version" integer NOT NULL,
    "name" text NOT NULL,
    "applied_at" timestamptz NOT NULL,
    PRIMARY KEY ("version")
);

-- One row per run, written once, when it ends.
CREATE TABLE {{ledger}}."runs" (
    "run_id" text NOT NULL,
    "gate" text NOT NULL,
    "kind" text NOT NULL,
    "warehouse" text,
    "source" text,
    "target" text,
    "rejected" text,
    "mode" text,
    "partition_key" text,
    "batch_id" text,
    "outcome" text NOT NULL,
    "reason" text,
    "started_at" timestamptz NOT NULL,
    "finished_at" timestamptz NOT NULL,
    "duration_ms" bigint NOT NULL,
    "rows_staged" bigint NOT NULL,
    "rows_passed" bigint NOT NULL,
    "rows_rejected" bigint NOT NULL,
    "rows_superseded" bigint NOT NULL,
    "rows_warned" bigint NOT NULL,
    "rows_deleted" bigint NOT NULL,
    "bytes_processed" bigint,
    "error_code" text,
    "error_summary" text,
    "gate_hash" text,
    "plan_hash" text,
    "sqlgate_version" text,
    "engine_version" text,
    "host" text,
    "os_user" text,
    "trigger" text,
    "trigger_ids" text,
    "git_sha" text,
    PRIMARY KEY ("run_id")
);

-- One row per rule and check of a run; position 0 is the column schema.
CREATE TABLE {{ledger}}."rule_results" (
    "run_id" text NOT NULL,
    "position" integer NOT NULL,
    "rule_id" text NOT NULL,
    "column_name" text,
    "scope" text NOT NULL,
    "policy" text NOT NULL,
    "status" text NOT NULL,
    "failed_rows" bigint NOT NULL,
    "unknown_rows" bigint NOT NULL,
    "judged_rows" bigint NOT NULL,
    "observed_value" text,
    "expected" text,
    "sql" text,
    "description" text,
    "samples" text
);

-- Rejected rows by the set of rules that they failed together; rule_ids is a JSON array.
CREATE TABLE {{ledger}}."rule_sets" (
    "run_id" text NOT NULL,
    "rule_ids" text NOT NULL,
    "rows" bigint NOT NULL
);

-- Figures of the rows written; which are set depends on the group.
CREATE TABLE {{ledger}}."column_statistics" (
    "run_id" text NOT NULL,
    "column" text NOT NULL,
    "group" text NOT NULL,
    "count" bigint NOT NULL,
    "null_count" bigint NOT NULL,
    "mean" double precision,
    "std" double precision,
    "min" text,
    "p50" double precision,
    "max" text,
    "span" text,
    "n_unique" bigint,
    "n_unique_approximate" boolean,
    "min_len" bigint,
    "max_len" bigint,
    "n_empty" bigint,
    "n_true" bigint,
    "n_false" bigint,
    "true_rate" double precision
);

-- Runs that have begun and not ended; lock_names is a JSON array.
CREATE TABLE {{ledger}}."active_runs" (
    "run_id" text NOT NULL,
    "gate" text NOT NULL,
    "kind" text NOT NULL,
    "warehouse" text,
    "source" text,
    "target" text,
    "rejected" text,
    "mode" text,
    "partition_key" text,
    "batch_id" text,
    "started_at" timestamptz NOT NULL,
    "heartbeat_at" timestamptz NOT NULL,
    "host" text NOT NULL,
    "os_user" text,
    "pid" bigint NOT NULL,
    "sqlgate_version" text,
    "lock_names" text NOT NULL,
    PRIMARY KEY ("run_id")
);

-- One row per table that runs write; a run updates it first of all.
CREATE TABLE {{ledger}}."locks" (
    "name" text NOT NULL,
    "run_id" text,
    PRIMARY KEY ("name")
);

-- Batches that were written; the key lets each complete once.
CREATE TABLE {{ledger}}."completed_batches" (
    "gate" text NOT NULL,
    "partition_key" text NOT NULL,
    "batch_id" text NOT NULL,
    "run_id" text NOT NULL,
    PRIMARY KEY ("gate", "partition_key", "batch_id")
);
