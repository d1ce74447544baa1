-- What the nodes show before it is final. For display only: nothing here ever moves money.

-- One row: where the chain stands.
CREATE TABLE chain_heads (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT chain_heads_pkey PRIMARY KEY CONSTRAINT chain_heads_singleton_check CHECK (singleton),
  head_number bigint NOT NULL,
  head_id text NOT NULL,
  head_time timestamptz NOT NULL,
  solid_number bigint NOT NULL,
  solid_time timestamptz NOT NULL,
  head_moved_at timestamptz NOT NULL DEFAULT now(),
  solid_moved_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON chain_heads TO tern_api;
GRANT SELECT, INSERT, UPDATE ON chain_heads TO tern_worker;

-- The head blocks already looked at, to notice when the head moves to another branch.
CREATE TABLE head_blocks (
  number bigint CONSTRAINT head_blocks_pkey PRIMARY KEY,
  block_id text NOT NULL
);
GRANT SELECT, INSERT, DELETE ON head_blocks TO tern_worker;
