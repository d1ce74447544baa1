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
