-- How often one signer has taken over from another, and one. A worker takes nothing from a signer of an earlier epoch.
ALTER TABLE signer_memories
  ADD COLUMN epoch integer NOT NULL DEFAULT 1 CONSTRAINT signer_memories_epoch_check CHECK (epoch >= 1);
GRANT UPDATE (epoch) ON signer_memories TO tern_worker;
