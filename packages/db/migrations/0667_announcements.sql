-- What operators tell people: to all or to some, at a time. Written by one, released by another.
CREATE TABLE announcements (
  id uuid NOT NULL,
  -- By language, English always; title and body of each.
  texts jsonb NOT NULL CONSTRAINT announcements_texts_check CHECK (texts ? 'en'),
  -- Null: everybody.
  person_ids uuid[] CONSTRAINT announcements_person_ids_check CHECK (cardinality(person_ids) BETWEEN 1 AND 100),
  send_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'draft' CONSTRAINT announcements_state_check
    CHECK (state IN ('draft', 'released', 'sent', 'withdrawn')),
  written_by uuid NOT NULL CONSTRAINT announcements_written_by_fkey REFERENCES operators,
  written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  released_by uuid CONSTRAINT announcements_released_by_fkey REFERENCES operators,
  -- Whom it was told to last: people are told in the order of their ids.
  told_until uuid,
  told integer NOT NULL DEFAULT 0,
  CONSTRAINT announcements_pkey PRIMARY KEY (id),
  CONSTRAINT announcements_second_check CHECK (released_by <> written_by),
  CONSTRAINT announcements_released_check CHECK (state NOT IN ('released', 'sent') OR released_by IS NOT NULL)
);
CREATE INDEX announcements_due_idx ON announcements (send_at) WHERE state = 'released';
GRANT SELECT ON announcements TO tern_api;
GRANT SELECT, INSERT, UPDATE (state, released_by, told_until, told) ON announcements TO tern_worker;

ALTER TABLE messages
  DROP CONSTRAINT messages_kind_check,
  ADD CONSTRAINT messages_kind_check CHECK (kind IN ('transfers', 'rewards', 'security', 'announcements'));
