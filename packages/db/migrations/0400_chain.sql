-- What the nodes and markets say, and what the signer said last. Nothing here moves money by itself.

-- One row: where the chain stands.
CREATE TABLE chain_heads (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT chain_heads_pkey PRIMARY KEY CONSTRAINT chain_heads_singleton_check CHECK (singleton),
  head_number bigint NOT NULL,
  head_id text NOT NULL,
  head_time timestamptz NOT NULL,
  solid_number bigint NOT NULL,
  solid_time timestamptz NOT NULL,
  head_moved_at timestamptz NOT NULL DEFAULT now(),
  solid_moved_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON chain_heads TO tern_api;
GRANT SELECT, INSERT, UPDATE ON chain_heads TO tern_worker;

-- The head blocks already looked at, to notice when the head moves to another branch.
CREATE TABLE head_blocks (
  number bigint CONSTRAINT head_blocks_pkey PRIMARY KEY,
  block_id text NOT NULL
);
GRANT SELECT, INSERT, DELETE ON head_blocks TO tern_worker;

-- Blocks booked on the word of one node while the others were silent. When a second one answers again, reading goes back
-- to where it began and compares. One row is open at a time.
CREATE TABLE single_node_readings (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT single_node_readings_pkey PRIMARY KEY,
  -- The last block that several nodes had told alike.
  from_number bigint NOT NULL,
  from_id text NOT NULL,
  from_time timestamptz NOT NULL,
  -- Worth of what was credited meanwhile, in USDT base units; it may not grow beyond a limit.
  value numeric(78, 0) NOT NULL DEFAULT 0 CONSTRAINT single_node_readings_value_check CHECK (value >= 0),
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The last block booked so, once another node has answered.
  to_number bigint,
  ended_at timestamptz,
  CONSTRAINT single_node_readings_ended_check CHECK ((to_number IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX single_node_readings_open_key ON single_node_readings ((ended_at IS NULL)) WHERE ended_at IS NULL;
GRANT SELECT ON single_node_readings TO tern_api;
GRANT SELECT, INSERT, UPDATE ON single_node_readings TO tern_worker;

-- Prices of assets in USDT: one row per change and source, so that the history stays small and complete.
CREATE TABLE prices (
  asset_id text NOT NULL CONSTRAINT prices_asset_id_check CHECK (asset_id ~ '^[a-z0-9-]{1,32}$'),
  source text NOT NULL CONSTRAINT prices_source_check CHECK (source IN ('operator', 'chain', 'ticker')),
  -- From when the source said so.
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- USDT for one whole coin.
  price numeric(38, 18) NOT NULL CONSTRAINT prices_price_check CHECK (price > 0),
  -- Decimals of the asset, with which the price becomes an exact ratio of base units.
  decimals smallint NOT NULL CONSTRAINT prices_decimals_check CHECK (decimals BETWEEN 0 AND 18),
  -- When the source last said the same: what a reader judges staleness by.
  confirmed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT prices_pkey PRIMARY KEY (asset_id, source, at),
  CONSTRAINT prices_confirmed_at_check CHECK (confirmed_at >= at)
);
-- What was said in the last minutes or the last day is looked for in the history of years, at every quote.
CREATE INDEX prices_confirmed_at_idx ON prices (asset_id, confirmed_at);
GRANT SELECT ON prices TO tern_api;
GRANT SELECT, INSERT, UPDATE (confirmed_at) ON prices TO tern_worker;

-- What price pairs on chain said at irreversible blocks: averages over time are made of two of them.
CREATE TABLE pair_observations (
  asset_id text NOT NULL CONSTRAINT pair_observations_asset_id_check CHECK (asset_id ~ '^[a-z0-9-]{1,32}$'),
  block_number bigint NOT NULL,
  -- Chain time in whole seconds.
  time_s bigint NOT NULL,
  -- Sum of price times seconds, modulo 2^256.
  cumulative numeric(78, 0) NOT NULL,
  CONSTRAINT pair_observations_pkey PRIMARY KEY (asset_id, block_number)
);
GRANT SELECT, INSERT, DELETE ON pair_observations TO tern_worker;

-- What currencies cost, as a central bank publishes it once a day: units that values are shown in. Nothing is charged by it.
CREATE TABLE currency_rates (
  day date NOT NULL,
  currency text NOT NULL CONSTRAINT currency_rates_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
  -- Units of the currency for one euro.
  per_euro numeric NOT NULL CONSTRAINT currency_rates_per_euro_check CHECK (per_euro > 0),
  CONSTRAINT currency_rates_pkey PRIMARY KEY (day, currency)
);
GRANT SELECT ON currency_rates TO tern_api;
GRANT SELECT, INSERT, DELETE ON currency_rates TO tern_worker;

-- Units of listed tokens at addresses of ours, as their events add up. Sampled readings of the contracts must agree.
CREATE TABLE token_holdings (
  address text NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  -- The block that changed it last, and the one at which the contract was found to say the same.
  changed_block bigint NOT NULL,
  sampled_block bigint NOT NULL DEFAULT 0,
  CONSTRAINT token_holdings_pkey PRIMARY KEY (address, asset)
);
CREATE INDEX token_holdings_unsampled_idx ON token_holdings (changed_block DESC) WHERE sampled_block < changed_block;
CREATE INDEX token_holdings_sampled_idx ON token_holdings (sampled_block);
GRANT SELECT, INSERT, UPDATE ON token_holdings TO tern_worker;

-- A token whose contract says something else than its events. What arrives meanwhile goes to suspense.
CREATE TABLE token_freezes (
  asset text CONSTRAINT token_freezes_pkey PRIMARY KEY,
  address text NOT NULL,
  block_number bigint NOT NULL,
  -- What the events add up to, and what the contract said.
  booked numeric(78, 0) NOT NULL,
  found numeric(78, 0) NOT NULL,
  frozen_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON token_freezes TO tern_api;
GRANT SELECT, INSERT, DELETE ON token_freezes TO tern_worker;

-- Coins that operators close: nobody swaps them or is offered their top-up any more. What people hold stays theirs, what
-- arrives is credited, and everything can be sent out. Rows stay: whoever asks later sees when it was so.
CREATE TABLE asset_closings (
  id bigint GENERATED ALWAYS AS IDENTITY,
  asset_id text NOT NULL,
  decided_at timestamptz NOT NULL,
  -- From when on it counts.
  closes_at timestamptz NOT NULL,
  -- When it was undone, before or after it began to count.
  opened_at timestamptz,
  CONSTRAINT asset_closings_pkey PRIMARY KEY (id),
  -- Never without notice, whoever writes it.
  CONSTRAINT asset_closings_notice_check CHECK (closes_at >= decided_at + interval '24 hours'),
  CONSTRAINT asset_closings_opened_check CHECK (opened_at >= decided_at)
);
CREATE UNIQUE INDEX asset_closings_lasting_key ON asset_closings (asset_id) WHERE opened_at IS NULL;
GRANT SELECT ON asset_closings TO tern_api;
GRANT SELECT, INSERT, UPDATE (opened_at) ON asset_closings TO tern_worker;

-- Addresses the house pays from, as the signer named them: the newest pays, none may be sent to.
CREATE TABLE hot_wallets (
  address text NOT NULL CONSTRAINT hot_wallets_pkey PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT ON hot_wallets TO tern_api;
GRANT SELECT, INSERT ON hot_wallets TO tern_worker;

-- Assets that are not sent to the chain now, because a receipt did not say what was expected.
CREATE TABLE sending_pauses (
  asset_id text NOT NULL,
  reason text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sending_pauses_pkey PRIMARY KEY (asset_id)
);
GRANT SELECT ON sending_pauses TO tern_api;
GRANT SELECT, INSERT, DELETE ON sending_pauses TO tern_worker;

-- How far the signer's own memory was known to reach. It only grows: a signer that reaches less far is an old copy and
-- signs nothing until what it forgot was read back from the chain.
CREATE TABLE signer_memories (
  store_id uuid CONSTRAINT signer_memories_pkey PRIMARY KEY,
  sequence bigint NOT NULL CONSTRAINT signer_memories_sequence_check CHECK (sequence >= 0),
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE (sequence, noted_at) ON signer_memories TO tern_worker;

-- How far the signer's memory was compared with the orders here.
CREATE TABLE signer_recalls (
  store_id uuid CONSTRAINT signer_recalls_pkey PRIMARY KEY,
  signed_at_ms bigint NOT NULL,
  number bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE (signed_at_ms, number) ON signer_recalls TO tern_worker;

-- What the signer signs without asking operators, as it said last: shown beside the limits people have. It decides nothing.
CREATE TABLE signer_limits (
  asset_id text NOT NULL,
  per_order numeric(78, 0) NOT NULL CONSTRAINT signer_limits_per_order_check CHECK (per_order >= 0),
  per_day numeric(78, 0) NOT NULL CONSTRAINT signer_limits_per_day_check CHECK (per_day >= 0),
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT signer_limits_pkey PRIMARY KEY (asset_id)
);
GRANT SELECT, INSERT, UPDATE (per_order, per_day, noted_at) ON signer_limits TO tern_worker;

-- Where the signer sends what is for cold storage, and to whom it gives an account of the house, as it said last: shown to
-- operators before they approve such an order, and signed by them. It decides nothing; the signer knows its own.
CREATE TABLE signer_accounts (
  only_row boolean NOT NULL DEFAULT true CONSTRAINT signer_accounts_pkey PRIMARY KEY
    CONSTRAINT signer_accounts_only_row_check CHECK (only_row),
  hot_address text NOT NULL,
  fee_address text NOT NULL,
  cold_address text,
  owner_addresses text[] NOT NULL,
  owner_threshold int NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE ON signer_accounts TO tern_worker;
