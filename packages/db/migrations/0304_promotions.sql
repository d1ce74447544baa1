-- Activation of accounts and the bonus that comes with it.

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
INSERT INTO campaigns (code) VALUES ('activation');
GRANT SELECT ON campaigns TO tern_api;
-- FOR UPDATE needs the right to update.
GRANT SELECT, UPDATE ON campaigns TO tern_worker;

CREATE TABLE bonus_grants (
  campaign text NOT NULL CONSTRAINT bonus_grants_campaign_fkey REFERENCES campaigns (code),
  person_id uuid NOT NULL,
  wallet_id uuid NOT NULL CONSTRAINT bonus_grants_wallet_fkey REFERENCES wallets (id),
  state text NOT NULL CONSTRAINT bonus_grants_state_check CHECK (state IN ('paid', 'queued', 'review', 'refused', 'ended')),
  amount numeric(78, 0) NOT NULL CONSTRAINT bonus_grants_amount_check CHECK (amount > 0),
  record_id uuid CONSTRAINT bonus_grants_record_fkey REFERENCES records (id),
  journal_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  paid_at timestamptz,
  CONSTRAINT bonus_grants_pkey PRIMARY KEY (campaign, person_id),
  CONSTRAINT bonus_grants_paid_check CHECK ((state = 'paid') = (paid_at IS NOT NULL AND journal_id IS NOT NULL))
);
CREATE INDEX bonus_grants_paid_idx ON bonus_grants (campaign, paid_at) WHERE state = 'paid';
CREATE INDEX bonus_grants_queued_idx ON bonus_grants (campaign, created_at) WHERE state = 'queued';
GRANT SELECT ON bonus_grants TO tern_api;
GRANT SELECT, INSERT, UPDATE ON bonus_grants TO tern_worker;
