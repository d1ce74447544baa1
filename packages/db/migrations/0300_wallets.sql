-- Deposit addresses and the wallets they belong to. person_id is a word of the identity slice, which owns its own tables.

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
GRANT SELECT ON address_pool TO tern_api, tern_worker;
GRANT UPDATE (assigned_at) ON address_pool TO tern_api;
GRANT INSERT, UPDATE (audited_at, distrusted_at) ON address_pool TO tern_worker;

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
  CONSTRAINT wallets_person_position_key UNIQUE (person_id, position)
);
CREATE UNIQUE INDEX wallets_person_default_key ON wallets (person_id) WHERE is_default;
GRANT SELECT, INSERT ON wallets TO tern_api;
GRANT UPDATE (name, position, is_default) ON wallets TO tern_api;
GRANT SELECT ON wallets TO tern_worker;
