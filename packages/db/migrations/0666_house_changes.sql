-- What one operator proposes about the house's money and rules, and another carries out.
CREATE TABLE house_changes (
  id uuid NOT NULL,
  content jsonb NOT NULL,
  state text NOT NULL DEFAULT 'proposed' CONSTRAINT house_changes_state_check
    CHECK (state IN ('proposed', 'done', 'withdrawn')),
  proposed_by uuid NOT NULL CONSTRAINT house_changes_proposed_by_fkey REFERENCES operators,
  note text NOT NULL CONSTRAINT house_changes_note_check CHECK (length(note) BETWEEN 3 AND 400),
  proposed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  decided_by uuid CONSTRAINT house_changes_decided_by_fkey REFERENCES operators,
  decided_at timestamptz,
  CONSTRAINT house_changes_pkey PRIMARY KEY (id),
  CONSTRAINT house_changes_decided_check CHECK ((state = 'proposed') = (decided_by IS NULL) AND (decided_by IS NULL) = (decided_at IS NULL)),
  -- Nobody carries out what they proposed themselves.
  CONSTRAINT house_changes_second_check CHECK (state <> 'done' OR decided_by <> proposed_by)
);
CREATE INDEX house_changes_proposed_at_idx ON house_changes (proposed_at DESC, id DESC);
GRANT SELECT, INSERT, UPDATE (state, decided_by, decided_at) ON house_changes TO tern_worker;

-- Pairs nobody swaps now, in either direction: one row closes both. The names in the order of the alphabet.
CREATE TABLE closed_pairs (
  one text NOT NULL,
  other text NOT NULL,
  closed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT closed_pairs_pkey PRIMARY KEY (one, other),
  CONSTRAINT closed_pairs_order_check CHECK (one < other)
);
GRANT SELECT ON closed_pairs TO tern_api;
GRANT SELECT, INSERT, DELETE ON closed_pairs TO tern_worker;
