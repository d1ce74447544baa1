-- Deposit addresses, the wallets they belong to, and the records people read about their money.

-- Addresses made by the signer ahead of time, so that opening a wallet never waits for it.
CREATE TABLE address_pool (
  derivation_index integer CONSTRAINT address_pool_pkey PRIMARY KEY
    CONSTRAINT address_pool_derivation_index_check CHECK (derivation_index >= 0),
  address text NOT NULL CONSTRAINT address_pool_address_key UNIQUE,
  -- Made by the signer over purpose, index and address: a swapped address does not carry a right one.
  mac text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  assigned_at timestamptz,
  -- When the signer last looked at the row, and when it first disowned it: no screen shows it from then on.
  audited_at timestamptz,
  distrusted_at timestamptz
);
CREATE INDEX address_pool_free_idx ON address_pool (derivation_index) WHERE assigned_at IS NULL;
CREATE INDEX address_pool_audited_idx ON address_pool (audited_at NULLS FIRST) WHERE assigned_at IS NOT NULL;
GRANT SELECT, UPDATE (assigned_at) ON address_pool TO tern_api;
GRANT SELECT, INSERT, UPDATE (audited_at, distrusted_at) ON address_pool TO tern_worker;

CREATE FUNCTION address_pool_grow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE address_pool_size SET addresses = addresses + (SELECT count(*) FROM added);
  RETURN NULL;
END $$;
CREATE TRIGGER address_pool_added AFTER INSERT ON address_pool
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION address_pool_grow();

CREATE FUNCTION address_pool_renew() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE address_pool_size SET addresses = (SELECT count(*) FROM address_pool), generation = generation + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER address_pool_changed AFTER DELETE OR TRUNCATE OR UPDATE OF address, derivation_index ON address_pool
  FOR EACH STATEMENT EXECUTE FUNCTION address_pool_renew();

-- How many addresses there are, in a row of its own: counting a million rows takes longer than reading a block.
-- Who adds addresses changes it in the same transaction, so one after the other: an address that is missing from a copy in
-- memory shows in the number. Nothing is ever taken out or changed by the product; were it, `generation` says that
-- a copy is worth nothing any more.
CREATE TABLE address_pool_size (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT address_pool_size_pkey PRIMARY KEY
    CONSTRAINT address_pool_size_singleton_check CHECK (singleton),
  addresses bigint NOT NULL,
  generation bigint NOT NULL DEFAULT 0
);
GRANT SELECT ON address_pool_size TO tern_api, tern_worker;
INSERT INTO address_pool_size (addresses) VALUES (0);

-- An address stays with its wallet for ever: no role may delete a wallet or change its address.
CREATE TABLE wallets (
  id uuid CONSTRAINT wallets_pkey PRIMARY KEY,
  person_id uuid NOT NULL,
  name text NOT NULL CONSTRAINT wallets_name_check CHECK (length(name) BETWEEN 1 AND 40),
  address text NOT NULL CONSTRAINT wallets_address_key UNIQUE
    CONSTRAINT wallets_address_fkey REFERENCES address_pool (address),
  position integer NOT NULL,
  is_default boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Several wallets per person: which of them is hidden while it is empty, and wallets that change places in one statement.
  hide_when_empty boolean NOT NULL DEFAULT false,
  -- An address stays with its wallet for ever; what reaches one of a closed account is nobody's until two operators say whose.
  closed_at timestamptz,
  CONSTRAINT wallets_person_position_key UNIQUE (person_id, position) DEFERRABLE INITIALLY IMMEDIATE
);
CREATE UNIQUE INDEX wallets_person_default_key ON wallets (person_id) WHERE is_default;
GRANT SELECT, INSERT, UPDATE (name, position, is_default, hide_when_empty) ON wallets TO tern_api;
GRANT SELECT, UPDATE (closed_at) ON wallets TO tern_worker;

-- What people read about their money: one projection, written by the owners of the real states in the same transaction.
CREATE TABLE records (
  id uuid CONSTRAINT records_pkey PRIMARY KEY,
  person_id uuid NOT NULL,
  wallet_id uuid NOT NULL CONSTRAINT records_wallet_fkey REFERENCES wallets (id),
  type text NOT NULL CONSTRAINT records_type_check
    CHECK (type IN ('incoming', 'outgoing', 'airdrop-reward', 'activation-reward', 'swap')),
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
    'reorganised', 'rejected-by-review', 'rejected-limit', 'rejected-unconfirmed', 'cancelled-by-person',
    'failed-on-chain', 'never-included', 'not-payable', 'above-review-limit', 'expired')),
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
  -- Both legs of a swap are one record: what was received beside what was given.
  counter_asset text,
  counter_amount numeric(78, 0),
  CONSTRAINT records_source_key UNIQUE (wallet_id, source_kind, source_id),
  CONSTRAINT records_counter_check CHECK ((counter_asset IS NULL) = (counter_amount IS NULL)),
  CONSTRAINT records_swap_check CHECK ((type = 'swap') = (counter_asset IS NOT NULL))
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
