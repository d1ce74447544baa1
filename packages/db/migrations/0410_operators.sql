-- Who decides about reviews, and everything they did.
CREATE TABLE operators (
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT operators_name_check CHECK (name ~ '^[a-z][a-z0-9._-]{1,31}$'),
  -- PHC text of argon2id.
  secret_hash text NOT NULL CONSTRAINT operators_secret_hash_check CHECK (secret_hash LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  disabled_at timestamptz,
  CONSTRAINT operators_pkey PRIMARY KEY (id),
  CONSTRAINT operators_name_key UNIQUE (name)
);

-- Consecutive wrong secrets pause an operator's name; the table is written before the secret is looked at.
CREATE TABLE operator_failures (
  operator_id uuid NOT NULL CONSTRAINT operator_failures_operator_id_fkey REFERENCES operators,
  failures integer NOT NULL CONSTRAINT operator_failures_failures_check CHECK (failures >= 0),
  paused_until timestamptz,
  CONSTRAINT operator_failures_pkey PRIMARY KEY (operator_id)
);

-- Rows are only added.
CREATE TABLE operator_actions (
  id bigint GENERATED ALWAYS AS IDENTITY,
  operator_id uuid NOT NULL CONSTRAINT operator_actions_operator_id_fkey REFERENCES operators,
  kind text NOT NULL CONSTRAINT operator_actions_kind_check
    CHECK (kind IN ('operator-added', 'operator-disabled', 'withdrawal-approved', 'withdrawal-rejected', 'withdrawal-resumed', 'asset-resumed',
      'bonus-released', 'bonus-refused')),
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT operator_actions_pkey PRIMARY KEY (id)
);
CREATE INDEX operator_actions_subject_idx ON operator_actions (subject, id);

GRANT SELECT, INSERT, UPDATE (disabled_at) ON operators TO tern_worker;
GRANT SELECT, INSERT, UPDATE ON operator_failures TO tern_worker;
GRANT SELECT, INSERT ON operator_actions TO tern_worker;
