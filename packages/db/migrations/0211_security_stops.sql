-- What whoever reads a person's mail or messages can do about a change that was not theirs: stop it, with the link in the notice.

CREATE TABLE security_stops (
  -- SHA-256 of the 256-bit token that only the notice holds.
  token_hash bytea NOT NULL CONSTRAINT security_stops_token_hash_check CHECK (length(token_hash) = 32),
  person_id uuid NOT NULL CONSTRAINT security_stops_person_id_fkey REFERENCES people,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  CONSTRAINT security_stops_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX security_stops_created_at_idx ON security_stops (created_at);

ALTER TABLE sending_holds
  DROP CONSTRAINT sending_holds_reason_check,
  ADD CONSTRAINT sending_holds_reason_check CHECK (reason IN ('factor-changed', 'recovered', 'objected'));

GRANT SELECT, INSERT, UPDATE ON security_stops TO tern_api;
GRANT SELECT, DELETE ON security_stops TO tern_worker;
