-- Each day, everything that is owed is published as a list that anybody can add up (docs/proof-of-liabilities.md).

-- One count of all that is owed, at the moment of one block. Its statement stays for ever, the lists for a month.
CREATE TABLE liability_snapshots (
  number integer CONSTRAINT liability_snapshots_pkey PRIMARY KEY CONSTRAINT liability_snapshots_number_check CHECK (number >= 1),
  day date NOT NULL CONSTRAINT liability_snapshots_day_key UNIQUE,
  -- The earliest moment of the day at which it could be taken: it follows from the block of the snapshot before.
  due_at timestamptz NOT NULL,
  -- The newest block whose deposits are all in the books that were read.
  block_number bigint NOT NULL,
  block_id text NOT NULL CONSTRAINT liability_snapshots_block_id_check CHECK (block_id ~ '^[0-9a-f]{64}$'),
  block_time timestamptz NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Splits, secrets and padding of the lists follow from it. Deleted with them.
  seed bytea CONSTRAINT liability_snapshots_seed_check CHECK (length(seed) = 32),
  -- What is published of it, and the SHA-256 of that; the statement names the hash of the one before.
  statement text NOT NULL CONSTRAINT liability_snapshots_statement_check CHECK (length(statement) BETWEEN 1 AND 1000000),
  statement_hash bytea NOT NULL CONSTRAINT liability_snapshots_statement_hash_key UNIQUE
    CONSTRAINT liability_snapshots_statement_hash_check CHECK (statement_hash = sha256(convert_to(statement, 'UTF8'))),
  CONSTRAINT liability_snapshots_due_check CHECK (block_time >= due_at)
);
GRANT SELECT ON liability_snapshots TO tern_api;
GRANT SELECT, INSERT, UPDATE (seed) ON liability_snapshots TO tern_worker;

-- The list of one asset.
CREATE TABLE liability_lists (
  snapshot_number integer NOT NULL CONSTRAINT liability_lists_snapshot_number_fkey REFERENCES liability_snapshots,
  asset_id text NOT NULL,
  owed numeric(78, 0) NOT NULL CONSTRAINT liability_lists_owed_check CHECK (owed >= 0),
  part_max numeric(78, 0) NOT NULL CONSTRAINT liability_lists_part_max_check CHECK (part_max >= 1),
  lines integer NOT NULL CONSTRAINT liability_lists_lines_check CHECK (lines >= 1024 AND lines & (lines - 1) = 0),
  root bytea NOT NULL CONSTRAINT liability_lists_root_check CHECK (length(root) = 32),
  -- Hash and sum of the tree above each chunk of lines, 48 bytes each. Deleted with the chunks.
  nodes bytea,
  CONSTRAINT liability_lists_pkey PRIMARY KEY (snapshot_number, asset_id)
);
GRANT SELECT ON liability_lists TO tern_api;
GRANT SELECT, INSERT, UPDATE (nodes) ON liability_lists TO tern_worker;

-- The lines of a list, 48 bytes each: commitment and amount, in the order of the commitments.
CREATE TABLE liability_chunks (
  snapshot_number integer NOT NULL,
  asset_id text NOT NULL,
  chunk integer NOT NULL,
  first_commitment bytea NOT NULL,
  lines bytea NOT NULL,
  CONSTRAINT liability_chunks_pkey PRIMARY KEY (snapshot_number, asset_id, chunk),
  CONSTRAINT liability_chunks_list_fkey FOREIGN KEY (snapshot_number, asset_id) REFERENCES liability_lists
);
ALTER TABLE liability_chunks ALTER COLUMN lines SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX liability_chunks_first_commitment_key ON liability_chunks (snapshot_number, asset_id, first_commitment);
GRANT SELECT ON liability_chunks TO tern_api;
GRANT SELECT, INSERT, DELETE ON liability_chunks TO tern_worker;

-- What each wallet was owed, by which its own lines are found again: 24 bytes for each account, id and amount, in order.
CREATE TABLE liability_balances (
  snapshot_number integer NOT NULL,
  asset_id text NOT NULL,
  first_account_id bigint NOT NULL,
  balances bytea NOT NULL,
  CONSTRAINT liability_balances_pkey PRIMARY KEY (snapshot_number, asset_id, first_account_id),
  CONSTRAINT liability_balances_list_fkey FOREIGN KEY (snapshot_number, asset_id) REFERENCES liability_lists
);
GRANT SELECT ON liability_balances TO tern_api;
GRANT SELECT, INSERT, DELETE ON liability_balances TO tern_worker;
