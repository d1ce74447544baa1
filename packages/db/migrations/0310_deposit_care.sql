-- What the reader keeps beside the deposits: what the events say each address holds, and tokens whose events do not hold.

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

-- Until here nothing has left a deposit address: what came in is what is there.
INSERT INTO token_holdings (address, asset, amount, changed_block)
SELECT d.to_address, d.asset, sum(d.amount), max(d.block_number)
FROM deposits d JOIN address_pool p ON p.address = d.to_address
WHERE d.kind = 'trc20' GROUP BY d.to_address, d.asset;

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

-- What an operator made of an item. Rows are never deleted.
ALTER TABLE quarantined_inflows
  ADD COLUMN dismissed_at timestamptz,
  ADD COLUMN dismissal text,
  ADD CONSTRAINT quarantined_inflows_dismissal_check CHECK ((dismissed_at IS NULL) = (dismissal IS NULL));
CREATE INDEX quarantined_inflows_open_idx ON quarantined_inflows (reason, id) WHERE dismissed_at IS NULL;
GRANT UPDATE (dismissed_at, dismissal) ON quarantined_inflows TO tern_worker;

-- Money in suspense that found its owner: once, for ever.
CREATE TABLE suspense_resolutions (
  deposit_id uuid CONSTRAINT suspense_resolutions_pkey PRIMARY KEY
    CONSTRAINT suspense_resolutions_deposit_fkey REFERENCES deposits (id),
  wallet_id uuid NOT NULL CONSTRAINT suspense_resolutions_wallet_fkey REFERENCES wallets (id),
  record_id uuid NOT NULL CONSTRAINT suspense_resolutions_record_fkey REFERENCES records (id),
  journal_id bigint NOT NULL,
  resolved_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX deposits_suspense_idx ON deposits (created_at) WHERE destination = 'suspense';
GRANT SELECT ON suspense_resolutions TO tern_api;
GRANT SELECT, INSERT ON suspense_resolutions TO tern_worker;
