-- Money in suspense that turned out to be the house's own: then it is no wallet's, and nobody gets a record of it.
ALTER TABLE suspense_resolutions
  ALTER COLUMN wallet_id DROP NOT NULL,
  ALTER COLUMN record_id DROP NOT NULL,
  ADD CONSTRAINT suspense_resolutions_owner_check CHECK ((wallet_id IS NULL) = (record_id IS NULL));
