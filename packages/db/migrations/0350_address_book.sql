-- Addresses people have named, and their own rules about which addresses may be paid.

CREATE TABLE address_book_entries (
  id uuid CONSTRAINT address_book_entries_pkey PRIMARY KEY,
  -- As in records, without a foreign key: it would lock the person's row for every change.
  person_id uuid NOT NULL,
  network text NOT NULL CONSTRAINT address_book_entries_network_check CHECK (network IN ('tron')),
  address text NOT NULL CONSTRAINT address_book_entries_address_check CHECK (address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'),
  label text NOT NULL CONSTRAINT address_book_entries_label_check CHECK (char_length(label) BETWEEN 1 AND 40),
  -- From here a new address waits.
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT address_book_entries_address_key UNIQUE (person_id, network, address)
);
GRANT SELECT, INSERT, DELETE, UPDATE (label) ON address_book_entries TO tern_api;

-- A row is a rule that is on; from `off_at` on it is off again. Nothing has to run for that: it is judged by this clock.
CREATE TABLE address_rules (
  person_id uuid NOT NULL,
  rule text NOT NULL CONSTRAINT address_rules_rule_check CHECK (rule IN ('listed-only', 'new-address-wait')),
  on_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  off_asked_at timestamptz,
  off_at timestamptz,
  CONSTRAINT address_rules_pkey PRIMARY KEY (person_id, rule),
  CONSTRAINT address_rules_off_check CHECK ((off_asked_at IS NULL) = (off_at IS NULL) AND off_at > off_asked_at)
);
GRANT SELECT, INSERT, UPDATE ON address_rules TO tern_api;
