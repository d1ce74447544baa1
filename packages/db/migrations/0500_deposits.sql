-- Deposits: what came in, whose it is, and the bonus for the first one.

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

-- What came in from the chain. One row per inflow at a solidified block, with where it went in the ledger.
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
CREATE INDEX deposits_suspense_idx ON deposits (created_at) WHERE destination = 'suspense';
-- Money in suspense that only waits until its token's contract was asked.
CREATE INDEX deposits_unproven_idx ON deposits (to_address, asset) WHERE destination = 'suspense' AND reason = 'token-unproven';
CREATE INDEX deposits_created_at_idx ON deposits (created_at);
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
  -- What an operator made of an item. Rows are never deleted.
  dismissed_at timestamptz,
  dismissal text,
  CONSTRAINT quarantined_inflows_key UNIQUE (tx_id, kind, index),
  CONSTRAINT quarantined_inflows_dismissal_check CHECK ((dismissed_at IS NULL) = (dismissal IS NULL))
);
CREATE INDEX quarantined_inflows_open_idx ON quarantined_inflows (reason, id) WHERE dismissed_at IS NULL;
GRANT SELECT ON quarantined_inflows TO tern_api;
GRANT SELECT, INSERT, UPDATE (dismissed_at, dismissal) ON quarantined_inflows TO tern_worker;

-- Two operators say whose money in suspense is, and that a frozen token may be trusted again.
CREATE TABLE quarantine_votes (
  -- `deposit:<id>`, `token:<asset>`.
  subject text NOT NULL,
  operator_id uuid NOT NULL CONSTRAINT quarantine_votes_operator_fkey REFERENCES operators (id),
  -- What is to be done; both have to say the same.
  decision text NOT NULL,
  reason text NOT NULL CONSTRAINT quarantine_votes_reason_check CHECK (length(reason) >= 3),
  voted_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT quarantine_votes_pkey PRIMARY KEY (subject, operator_id)
);
GRANT SELECT, INSERT, DELETE ON quarantine_votes TO tern_worker;

-- Money in suspense that found its owner: once, for ever.
CREATE TABLE suspense_resolutions (
  deposit_id uuid CONSTRAINT suspense_resolutions_pkey PRIMARY KEY
    CONSTRAINT suspense_resolutions_deposit_fkey REFERENCES deposits (id),
  wallet_id uuid CONSTRAINT suspense_resolutions_wallet_fkey REFERENCES wallets (id),
  record_id uuid CONSTRAINT suspense_resolutions_record_fkey REFERENCES records (id),
  journal_id bigint NOT NULL,
  resolved_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT suspense_resolutions_owner_check CHECK ((wallet_id IS NULL) = (record_id IS NULL))
);
GRANT SELECT ON suspense_resolutions TO tern_api;
GRANT SELECT, INSERT ON suspense_resolutions TO tern_worker;

-- And no owner for money that is on its way back.
CREATE FUNCTION suspense_resolutions_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM suspense_returns WHERE deposit_id = NEW.deposit_id AND outcome IS NULL) THEN
    RAISE EXCEPTION 'deposit % is being returned', NEW.deposit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'suspense_resolutions_returning_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER suspense_resolutions_returning BEFORE INSERT ON suspense_resolutions
  FOR EACH ROW EXECUTE FUNCTION suspense_resolutions_check();

CREATE TABLE activations (
  person_id uuid CONSTRAINT activations_pkey PRIMARY KEY,
  deposit_id uuid NOT NULL CONSTRAINT activations_deposit_key UNIQUE
    CONSTRAINT activations_deposit_fkey REFERENCES deposits (id),
  -- Who signed the top-up; many accounts from one source are looked at before a bonus is paid.
  source_address text NOT NULL,
  activated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX activations_source_idx ON activations (source_address);
GRANT SELECT ON activations TO tern_api;
GRANT SELECT, INSERT ON activations TO tern_worker;

-- One row per promotion; locked while a grant is decided, so that budget and funds are counted once.
CREATE TABLE campaigns (
  code text CONSTRAINT campaigns_pkey PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now()
);
-- FOR UPDATE needs the right to update.
GRANT SELECT ON campaigns TO tern_api;
GRANT SELECT, UPDATE ON campaigns TO tern_worker;
INSERT INTO campaigns (code) VALUES ('activation');

CREATE TABLE bonus_grants (
  campaign text NOT NULL CONSTRAINT bonus_grants_campaign_fkey REFERENCES campaigns (code),
  person_id uuid NOT NULL,
  wallet_id uuid NOT NULL CONSTRAINT bonus_grants_wallet_fkey REFERENCES wallets (id),
  state text NOT NULL CONSTRAINT bonus_grants_state_check
    CHECK (state IN ('paid', 'queued', 'review', 'undeclared', 'refused', 'ended')),
  amount numeric(78, 0) NOT NULL CONSTRAINT bonus_grants_amount_check CHECK (amount > 0),
  record_id uuid CONSTRAINT bonus_grants_record_fkey REFERENCES records (id),
  journal_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  paid_at timestamptz,
  -- Why a bonus is not paid, and since when that is decided: its person is told. Of what was refused before no reason is known.
  refusal text CONSTRAINT bonus_grants_refusal_check CHECK (refusal IN (
    'country-closed', 'promotion-ended', 'same-person', 'suspected-fraud', 'legal-order', 'country-unclear', 'other')),
  refused_at timestamptz,
  CONSTRAINT bonus_grants_pkey PRIMARY KEY (campaign, person_id),
  CONSTRAINT bonus_grants_paid_check CHECK ((state = 'paid') = (paid_at IS NOT NULL AND journal_id IS NOT NULL)),
  CONSTRAINT bonus_grants_refused_check CHECK (
    (state IN ('refused', 'ended')) = (refusal IS NOT NULL) AND (refusal IS NULL) = (refused_at IS NULL)
    AND (state = 'ended') = (refusal IS NOT DISTINCT FROM 'promotion-ended'))
);
CREATE INDEX bonus_grants_paid_idx ON bonus_grants (campaign, paid_at) WHERE state = 'paid';
CREATE INDEX bonus_grants_queued_idx ON bonus_grants (campaign, created_at) WHERE state = 'queued';
CREATE INDEX bonus_grants_wallet_id_idx ON bonus_grants (wallet_id) WHERE state = 'paid';
CREATE INDEX bonus_grants_undeclared_idx ON bonus_grants (person_id) WHERE state = 'undeclared';
GRANT SELECT ON bonus_grants TO tern_api;
GRANT SELECT, INSERT, UPDATE ON bonus_grants TO tern_worker;
