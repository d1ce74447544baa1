-- Several wallets per person: which of them is hidden while it is empty, and wallets that change places in one statement.
ALTER TABLE wallets ADD COLUMN hide_when_empty boolean NOT NULL DEFAULT false;
GRANT UPDATE (hide_when_empty) ON wallets TO tern_api;

ALTER TABLE wallets
  DROP CONSTRAINT wallets_person_position_key,
  ADD CONSTRAINT wallets_person_position_key UNIQUE (person_id, position) DEFERRABLE INITIALLY IMMEDIATE;
