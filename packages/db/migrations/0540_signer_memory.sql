-- How far the signer's own memory was known to reach. It only grows: a signer that reaches less far is an old copy and
-- signs nothing until what it forgot was read back from the chain.

CREATE TABLE signer_memories (
  store_id uuid CONSTRAINT signer_memories_pkey PRIMARY KEY,
  sequence bigint NOT NULL CONSTRAINT signer_memories_sequence_check CHECK (sequence >= 0),
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE (sequence, noted_at) ON signer_memories TO tern_worker;
