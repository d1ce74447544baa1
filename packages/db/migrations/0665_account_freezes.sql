-- Holds that operators put on an account: for a reason of a list, with an end, told to the person. Money never lifts one.
CREATE TABLE account_freezes (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT account_freezes_person_id_fkey REFERENCES people,
  reason text NOT NULL CONSTRAINT account_freezes_reason_check
    CHECK (reason IN ('security', 'limit-review', 'legal-order', 'suspected-fraud')),
  frozen_by uuid NOT NULL CONSTRAINT account_freezes_frozen_by_fkey REFERENCES operators,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- It ends by itself.
  until timestamptz NOT NULL,
  lifted_at timestamptz,
  CONSTRAINT account_freezes_pkey PRIMARY KEY (id),
  CONSTRAINT account_freezes_period_check CHECK (until > started_at AND until <= started_at + interval '31 days')
);
CREATE INDEX account_freezes_open_idx ON account_freezes (person_id, until DESC) WHERE lifted_at IS NULL;
GRANT SELECT ON account_freezes TO tern_api;
GRANT SELECT, INSERT, UPDATE (lifted_at) ON account_freezes TO tern_worker;

-- Within a transaction it stays so until its end: whoever freezes locks the person's row as well.
CREATE OR REPLACE FUNCTION is_person_active(p_person_id uuid) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT state = 'active' AND NOT EXISTS (
      SELECT FROM account_freezes f
       WHERE f.person_id = p_person_id AND f.lifted_at IS NULL AND f.until > clock_timestamp())
    FROM people WHERE id = p_person_id FOR SHARE
$$;

-- Accounts that belong to an operator, or to somebody near to them: they decide nothing about these.
CREATE TABLE operator_accounts (
  operator_id uuid NOT NULL CONSTRAINT operator_accounts_operator_id_fkey REFERENCES operators,
  person_id uuid NOT NULL CONSTRAINT operator_accounts_person_id_fkey REFERENCES people,
  declared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT operator_accounts_pkey PRIMARY KEY (operator_id, person_id)
);
GRANT SELECT, INSERT ON operator_accounts TO tern_worker;
