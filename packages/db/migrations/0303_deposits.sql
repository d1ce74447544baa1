-- What came in from the chain. One row per inflow at a solidified block, with where it went in the ledger.

-- One row: the last solidified block whose inflows are all booked. Moves in the transaction that books them.
CREATE TABLE deposit_cursor (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT deposit_cursor_pkey PRIMARY KEY CONSTRAINT deposit_cursor_singleton_check CHECK (singleton),
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  block_time timestamptz NOT NULL,
  moved_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT ON deposit_cursor TO tern_api;
GRANT SELECT, INSERT, UPDATE ON deposit_cursor TO tern_worker;

CREATE TABLE deposits (
  id uuid CONSTRAINT deposits_pkey PRIMARY KEY,
  tx_id text NOT NULL,
  kind text NOT NULL CONSTRAINT deposits_kind_check CHECK (kind IN ('trx', 'trc20', 'internal')),
  -- Position within the chain transaction: of the contract, the log, or the internal transaction.
  index integer NOT NULL,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL CONSTRAINT deposits_amount_check CHECK (amount > 0),
  from_address text NOT NULL,
  to_address text NOT NULL,
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  block_time timestamptz NOT NULL,
  destination text NOT NULL CONSTRAINT deposits_destination_check CHECK (destination IN ('customer', 'treasury', 'suspense', 'own')),
  -- Why it went to suspense.
  reason text,
  wallet_id uuid CONSTRAINT deposits_wallet_fkey REFERENCES wallets (id),
  record_id uuid CONSTRAINT deposits_record_fkey REFERENCES records (id),
  journal_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT deposits_key UNIQUE (tx_id, kind, index),
  CONSTRAINT deposits_customer_check CHECK ((destination = 'customer') = (wallet_id IS NOT NULL)),
  CONSTRAINT deposits_suspense_check CHECK ((destination = 'suspense') = (reason IS NOT NULL)),
  CONSTRAINT deposits_journal_check CHECK ((destination = 'own') = (journal_id IS NULL))
);
CREATE INDEX deposits_block_idx ON deposits (block_number);
CREATE INDEX deposits_wallet_idx ON deposits (wallet_id, created_at) WHERE wallet_id IS NOT NULL;
GRANT SELECT ON deposits TO tern_api;
GRANT SELECT, INSERT ON deposits TO tern_worker;

-- Seen in a block that is not final yet; display only, gone once the block is final or has lost.
CREATE TABLE pending_deposits (
  tx_id text NOT NULL,
  kind text NOT NULL,
  index integer NOT NULL,
  wallet_id uuid NOT NULL CONSTRAINT pending_deposits_wallet_fkey REFERENCES wallets (id),
  record_id uuid NOT NULL CONSTRAINT pending_deposits_record_fkey REFERENCES records (id),
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  CONSTRAINT pending_deposits_pkey PRIMARY KEY (tx_id, kind, index)
);
CREATE INDEX pending_deposits_block_idx ON pending_deposits (block_number);
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_deposits TO tern_worker;

-- Touches an address of ours and is not understood: never credited, never dropped, an operator decides.
CREATE TABLE quarantined_inflows (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT quarantined_inflows_pkey PRIMARY KEY,
  tx_id text NOT NULL,
  kind text NOT NULL,
  index integer NOT NULL,
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  -- Contract address, TRC-10 id or contract form, whichever says what it was.
  subject text NOT NULL,
  to_address text,
  amount numeric(78, 0),
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT quarantined_inflows_key UNIQUE (tx_id, kind, index)
);
GRANT SELECT ON quarantined_inflows TO tern_api;
GRANT SELECT, INSERT ON quarantined_inflows TO tern_worker;
