-- Two operators say whose money in suspense is, and that a frozen token may be trusted again.

CREATE TABLE quarantine_votes (
  -- `deposit:<id>`, `token:<asset>`.
  subject text NOT NULL,
  operator_id uuid NOT NULL CONSTRAINT quarantine_votes_operator_fkey REFERENCES operators (id),
  -- What is to be done; both have to say the same.
  decision text NOT NULL,
  reason text NOT NULL CONSTRAINT quarantine_votes_reason_check CHECK (length(reason) >= 3),
  voted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT quarantine_votes_pkey PRIMARY KEY (subject, operator_id)
);
GRANT SELECT, INSERT, DELETE ON quarantine_votes TO tern_worker;

-- The words are kept in one place, the type of @tern/server; every slice adds its own.
ALTER TABLE operator_actions
  DROP CONSTRAINT operator_actions_kind_check,
  ADD CONSTRAINT operator_actions_kind_check CHECK (kind ~ '^[a-z]+(-[a-z]+)+$');
