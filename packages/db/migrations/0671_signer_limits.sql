-- What the signer signs without asking operators, as it said last: shown beside the limits people have. It decides nothing.
CREATE TABLE signer_limits (
  asset_id text NOT NULL,
  per_order numeric(78, 0) NOT NULL CONSTRAINT signer_limits_per_order_check CHECK (per_order >= 0),
  per_day numeric(78, 0) NOT NULL CONSTRAINT signer_limits_per_day_check CHECK (per_day >= 0),
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT signer_limits_pkey PRIMARY KEY (asset_id)
);
GRANT SELECT, INSERT, UPDATE (per_order, per_day, noted_at) ON signer_limits TO tern_worker;
