-- Swaps: quotes that hold for some seconds, and the swaps they become.

-- What a person was shown. Only `used_at` ever changes.
CREATE TABLE swap_quotes (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT swap_quotes_person_id_fkey REFERENCES people,
  wallet_id uuid NOT NULL CONSTRAINT swap_quotes_wallet_id_fkey REFERENCES wallets,
  -- The token given ("token out") and the one taken ("token in").
  asset_out text NOT NULL,
  asset_in text NOT NULL,
  -- Given, fee included; received.
  amount_out numeric(78, 0) NOT NULL CONSTRAINT swap_quotes_amount_out_check CHECK (amount_out > 0),
  amount_in numeric(78, 0) NOT NULL CONSTRAINT swap_quotes_amount_in_check CHECK (amount_in > 0),
  fee numeric(78, 0) NOT NULL CONSTRAINT swap_quotes_fee_check CHECK (fee > 0 AND fee < amount_out),
  -- Middle price in base units taken for one given, as an exact fraction.
  mid_numerator numeric NOT NULL,
  mid_denominator numeric NOT NULL CONSTRAINT swap_quotes_mid_check CHECK (mid_denominator > 0),
  spread_ppm bigint NOT NULL,
  impact_ppm bigint NOT NULL,
  -- Parts of the fee in the token given, and what they become in reward tokens.
  swapper_share numeric(78, 0) NOT NULL,
  swapper_reward numeric(78, 0) NOT NULL,
  pool_share numeric(78, 0) NOT NULL,
  pool_reward numeric(78, 0) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  terms_version integer,
  CONSTRAINT swap_quotes_pkey PRIMARY KEY (id),
  CONSTRAINT swap_quotes_assets_check CHECK (asset_out <> asset_in),
  CONSTRAINT swap_quotes_shares_check CHECK (swapper_share + pool_share <= fee)
);
CREATE INDEX swap_quotes_expires_at_idx ON swap_quotes (expires_at) WHERE used_at IS NULL;
GRANT SELECT, INSERT, UPDATE (used_at) ON swap_quotes TO tern_api;
GRANT SELECT, DELETE ON swap_quotes TO tern_worker;

-- A quote that was confirmed: both legs and the fee, as they were booked.
CREATE TABLE swaps (
  id uuid NOT NULL,
  -- One swap for one quote: the last net under a double confirmation.
  quote_id uuid NOT NULL CONSTRAINT swaps_quote_id_fkey REFERENCES swap_quotes,
  person_id uuid NOT NULL,
  wallet_id uuid NOT NULL,
  asset_out text NOT NULL,
  asset_in text NOT NULL,
  amount_out numeric(78, 0) NOT NULL,
  amount_in numeric(78, 0) NOT NULL,
  fee numeric(78, 0) NOT NULL,
  -- What the wallet could spend of the token given afterwards.
  available_after numeric(78, 0) NOT NULL,
  -- Owed to the swapper in reward tokens until a distribution pays it; zero where nothing is.
  reward numeric(78, 0) NOT NULL,
  -- The distribution that paid the reward.
  distribution_id uuid,
  journal_id bigint NOT NULL,
  record_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT swaps_pkey PRIMARY KEY (id),
  CONSTRAINT swaps_quote_id_key UNIQUE (quote_id),
  CONSTRAINT swaps_reward_check CHECK (reward > 0 OR distribution_id IS NULL)
);
CREATE INDEX swaps_distributing_idx ON swaps (wallet_id, created_at) WHERE reward > 0 AND distribution_id IS NULL;
-- What the look at the books each minute finds swaps and shares by.
CREATE INDEX swaps_created_at_idx ON swaps (created_at DESC);
CREATE INDEX swaps_wallet_id_idx ON swaps (wallet_id);
-- Swaps of one person within one millisecond are told apart by their journals, which are numbered in their order.
CREATE UNIQUE INDEX swaps_in_order_idx ON swaps (person_id, created_at DESC, journal_id DESC);
GRANT SELECT, INSERT ON swaps TO tern_api;
GRANT SELECT, UPDATE (distribution_id) ON swaps TO tern_worker;

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
