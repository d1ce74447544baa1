-- People may let others find them by their phone number or e-mail address, to send them money.
-- earlier form: bda2d8901d75e43d61457c294877310e960252a4cbac0de617f36edf9514a366

-- Who may be found, by what, and under which name. Who has no row is not found.
CREATE TABLE discoveries (
  person_id uuid NOT NULL CONSTRAINT discoveries_person_id_fkey REFERENCES people,
  by_phone boolean NOT NULL,
  by_email boolean NOT NULL,
  -- What senders see. Chosen by the person, checked by nobody.
  shown_name text NOT NULL CONSTRAINT discoveries_shown_name_check CHECK (length(shown_name) BETWEEN 2 AND 40),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT discoveries_pkey PRIMARY KEY (person_id),
  CONSTRAINT discoveries_used_check CHECK (by_phone OR by_email)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON discoveries TO tern_api;
GRANT SELECT (person_id), DELETE ON discoveries TO tern_worker;

-- The phone number or e-mail address that was typed instead of an address, and the name that was shown for it.
ALTER TABLE withdrawal_drafts
  ADD COLUMN sent_to_contact text,
  ADD COLUMN sent_to_name text,
  ADD CONSTRAINT withdrawal_drafts_sent_to_check
    CHECK ((sent_to_contact IS NULL) = (sent_to_name IS NULL)
      AND (sent_to_contact IS NULL OR settlement = 'internal' AND NOT own_move)) NOT VALID;

-- A record that names a person names no address: who was found by a contact does not give away their address.
ALTER TABLE records
  ADD COLUMN sent_to_contact text,
  ADD COLUMN sent_to_name text,
  ADD CONSTRAINT records_sent_to_check
    CHECK ((sent_to_contact IS NULL) = (sent_to_name IS NULL)
      AND (sent_to_contact IS NULL OR type = 'outgoing' AND settlement = 'internal' AND receive_address IS NULL)) NOT VALID;
