-- People may be found by a username of their own, beside their phone number and e-mail address.

-- Every username there ever was. One that was given up is nobody else's, so money meant for its owner reaches nobody else.
CREATE TABLE usernames (
  -- What it looks like: without underscores, and with one letter for all that look alike.
  folded text NOT NULL CONSTRAINT usernames_folded_check CHECK (folded ~ '^[a-z0-9]+$'),
  -- Absent once the account is closed.
  person_id uuid CONSTRAINT usernames_person_id_fkey REFERENCES people,
  username text CONSTRAINT usernames_username_check CHECK (username ~ '^@[a-z][a-z0-9_]{3,19}$'),
  -- Whether its owner has it now.
  is_current boolean NOT NULL,
  taken_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT usernames_pkey PRIMARY KEY (folded),
  CONSTRAINT usernames_owner_check CHECK ((person_id IS NULL) = (username IS NULL) AND (person_id IS NOT NULL OR NOT is_current))
);
CREATE UNIQUE INDEX usernames_current_key ON usernames (person_id) WHERE is_current;
CREATE INDEX usernames_person_id_idx ON usernames (person_id);
CREATE UNIQUE INDEX usernames_username_key ON usernames (username);
GRANT SELECT, INSERT, UPDATE (username, is_current) ON usernames TO tern_api;
GRANT SELECT (person_id), UPDATE (person_id, username, is_current) ON usernames TO tern_worker;

ALTER TABLE discoveries
  ADD COLUMN by_username boolean NOT NULL DEFAULT false,
  DROP CONSTRAINT discoveries_used_check,
  ADD CONSTRAINT discoveries_used_check CHECK (by_phone OR by_email OR by_username);
