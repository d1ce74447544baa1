-- What people read about their money: one projection, written by the owners of the real states in the same transaction.

CREATE TABLE records (
  id uuid CONSTRAINT records_pkey PRIMARY KEY,
  person_id uuid NOT NULL,
  wallet_id uuid NOT NULL CONSTRAINT records_wallet_fkey REFERENCES wallets (id),
  type text NOT NULL CONSTRAINT records_type_check
    CHECK (type IN ('incoming', 'outgoing', 'airdrop-reward', 'activation-reward')),
  direction text NOT NULL CONSTRAINT records_direction_check CHECK (direction IN ('in', 'out')),
  status text NOT NULL CONSTRAINT records_status_check CHECK (status IN (
    'confirming', 'success', 'failed', 'pending-review', 'review-approved', 'review-rejected', 'withdrawing', 'cancelled'
  )),
  settlement text NOT NULL CONSTRAINT records_settlement_check CHECK (settlement IN ('chain', 'internal')),
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL CONSTRAINT records_amount_check CHECK (amount > 0),
  fee numeric(78, 0) NOT NULL DEFAULT 0 CONSTRAINT records_fee_check CHECK (fee >= 0),
  pay_address text,
  pay_address_is_house boolean NOT NULL DEFAULT false,
  receive_address text,
  reason text CONSTRAINT records_reason_check CHECK (reason IN (
    'reorganised', 'rejected-by-review', 'cancelled-by-person', 'failed-on-chain', 'never-included', 'above-review-limit', 'expired'
  )),
  memo text,
  -- What the record shows: a deposit, a withdrawal, a bonus.
  source_kind text NOT NULL,
  source_id text NOT NULL,
  tx_id text,
  block_number bigint,
  block_id text,
  block_time timestamptz,
  energy_used bigint,
  bandwidth_used bigint,
  -- What the house paid the network.
  network_fee_sun numeric(78, 0),
  journal_id bigint,
  -- Dust: part of the balance, kept out of the list so that nobody copies an address from it.
  folded boolean NOT NULL DEFAULT false,
  -- Milliseconds, the precision of a cursor.
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT records_source_key UNIQUE (wallet_id, source_kind, source_id)
);
CREATE INDEX records_person_idx ON records (person_id, created_at DESC, id DESC) WHERE NOT folded;
GRANT SELECT, INSERT, UPDATE ON records TO tern_api, tern_worker;

-- What happened to a record and when; append-only.
CREATE TABLE record_steps (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT record_steps_pkey PRIMARY KEY,
  record_id uuid NOT NULL CONSTRAINT record_steps_record_fkey REFERENCES records (id),
  step text NOT NULL CONSTRAINT record_steps_step_check CHECK (step IN (
    'requested', 'under-review', 'approved', 'rejected', 'cancelled', 'signed', 'broadcast', 'seen', 'confirming',
    'credited', 'settled', 'failed', 'returned'
  )),
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX record_steps_record_idx ON record_steps (record_id, id);
GRANT SELECT, INSERT ON record_steps TO tern_api, tern_worker;
