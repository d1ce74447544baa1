-- The ledger as a public log that only grows (docs/ledger-log.md): one leaf for each closed day, over a tree of its entries.

CREATE TABLE ledger_log_days (
  -- Of the day in the log, from 0.
  position integer CONSTRAINT ledger_log_days_pkey PRIMARY KEY CONSTRAINT ledger_log_days_position_check CHECK (position >= 0),
  day date NOT NULL CONSTRAINT ledger_log_days_day_key UNIQUE,
  -- The nonces of the day's leaves follow from it. Kept for ever: without it nobody could be shown their entry any more.
  seed bytea NOT NULL CONSTRAINT ledger_log_days_seed_check CHECK (length(seed) = 32),
  -- With those that stand for nothing, so that a busy day cannot be told from a quiet one.
  leaves bigint NOT NULL CONSTRAINT ledger_log_days_leaves_check CHECK (leaves >= 1024 AND leaves & (leaves - 1) = 0),
  root bytea NOT NULL CONSTRAINT ledger_log_days_root_check CHECK (length(root) = 32),
  -- The hash of the log whose last day this is.
  head bytea NOT NULL CONSTRAINT ledger_log_days_head_check CHECK (length(head) = 32),
  -- The roots of the day's chunks, 32 bytes each.
  nodes bytea NOT NULL,
  CONSTRAINT ledger_log_days_position_head_key UNIQUE (position, head)
);
CREATE TRIGGER ledger_log_days_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_log_days
  EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger_log_days TO tern_api;
GRANT SELECT, INSERT ON ledger_log_days TO tern_worker;

-- The leaves of a day, 32 bytes each, in the order of their hashes.
CREATE TABLE ledger_log_chunks (
  position integer NOT NULL CONSTRAINT ledger_log_chunks_position_fkey REFERENCES ledger_log_days,
  chunk integer NOT NULL,
  first_leaf bytea NOT NULL,
  leaves bytea NOT NULL,
  CONSTRAINT ledger_log_chunks_pkey PRIMARY KEY (position, chunk)
);
ALTER TABLE ledger_log_chunks ALTER COLUMN leaves SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX ledger_log_chunks_first_leaf_key ON ledger_log_chunks (position, first_leaf);
CREATE TRIGGER ledger_log_chunks_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_log_chunks
  EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger_log_chunks TO tern_api;
GRANT SELECT, INSERT ON ledger_log_chunks TO tern_worker;

-- The log that a statement names: its last day and the head with it. No statement names another log than the one that is kept.
ALTER TABLE liability_snapshots
  ADD COLUMN log_last integer,
  ADD COLUMN log_head bytea,
  ADD CONSTRAINT liability_snapshots_log_fkey FOREIGN KEY (log_last, log_head) REFERENCES ledger_log_days (position, head),
  ADD CONSTRAINT liability_snapshots_log_check CHECK (
    num_nulls(log_last, log_head) IN (0, 2)
    AND CASE WHEN log_last IS NULL THEN statement NOT LIKE E'%\nlog %'
        ELSE statement LIKE format(E'%%\nlog %s %s\n', log_last + 1, encode(log_head, 'hex')) END
  );

-- What a check of the log found, until it finds it gone.
CREATE TABLE ledger_log_faults (
  name text CONSTRAINT ledger_log_faults_pkey PRIMARY KEY
    CONSTRAINT ledger_log_faults_name_check CHECK (name IN ('day-missing', 'head', 'published', 'entries')),
  finding text NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON ledger_log_faults TO tern_api;
GRANT SELECT, INSERT, UPDATE (finding), DELETE ON ledger_log_faults TO tern_worker;
