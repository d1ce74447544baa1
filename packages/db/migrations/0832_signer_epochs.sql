-- How often one signer has taken over from another, and one. A worker takes nothing from a signer of an earlier epoch.
-- earlier form: e2e6cabe5675ed3bf6aa7e2977e086e5df40b9a746a2cbeee0737a2c80c25898
ALTER TABLE signer_memories
  ADD COLUMN epoch integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT signer_memories_epoch_check CHECK (epoch >= 1) NOT VALID;
GRANT UPDATE (epoch) ON signer_memories TO tern_worker;
