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
GRANT SELECT ON prices TO tern_api, tern_worker;
GRANT INSERT, UPDATE (confirmed_at) ON prices TO tern_worker;
