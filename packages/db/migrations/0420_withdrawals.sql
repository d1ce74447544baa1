-- Sends: drafts that factors authorise, the withdrawals they become, and every attempt to pay them on chain.

-- What a person was shown. Only `used_at` and the claim ever change, so what was authorised is what is paid.
CREATE TABLE withdrawal_drafts (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT withdrawal_drafts_person_id_fkey REFERENCES people,
  wallet_id uuid NOT NULL CONSTRAINT withdrawal_drafts_wallet_id_fkey REFERENCES wallets,
  asset_id text NOT NULL,
  network_id text NOT NULL,
  settlement text NOT NULL CONSTRAINT withdrawal_drafts_settlement_check CHECK (settlement IN ('chain', 'internal')),
  receiver_class text NOT NULL CONSTRAINT withdrawal_drafts_receiver_class_check
    CHECK (receiver_class IN ('internal', 'holds-token', 'no-token', 'not-activated')),
  -- The wallet here that the address belongs to; null for the chain.
  receiver_wallet_id uuid CONSTRAINT withdrawal_drafts_receiver_wallet_id_fkey REFERENCES wallets,
  -- A move between wallets of one person.
  own_move boolean NOT NULL,
  to_address text NOT NULL,
  amount numeric(78, 0) NOT NULL CONSTRAINT withdrawal_drafts_amount_check CHECK (amount > 0),
  fee numeric(78, 0) NOT NULL CONSTRAINT withdrawal_drafts_fee_check CHECK (fee >= 0),
  -- Value in USDT base units at the price of the draft, rounded up: what limits and review are judged by.
  usdt_value numeric(78, 0) NOT NULL CONSTRAINT withdrawal_drafts_usdt_value_check CHECK (usdt_value >= 0),
  memo text CONSTRAINT withdrawal_drafts_memo_check CHECK (octet_length(memo) BETWEEN 1 AND 200),
  hash bytea NOT NULL CONSTRAINT withdrawal_drafts_hash_check CHECK (length(hash) = 32),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz NOT NULL,
  -- A confirmation under way; another one waits until then.
  claimed_until timestamptz,
  used_at timestamptz,
  CONSTRAINT withdrawal_drafts_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_drafts_receiver_check CHECK ((settlement = 'internal') = (receiver_wallet_id IS NOT NULL)),
  CONSTRAINT withdrawal_drafts_own_move_check CHECK (NOT own_move OR settlement = 'internal'),
  CONSTRAINT withdrawal_drafts_fee_internal_check CHECK (settlement = 'chain' OR fee = 0),
  CONSTRAINT withdrawal_drafts_not_to_itself_check CHECK (receiver_wallet_id <> wallet_id)
);
CREATE INDEX withdrawal_drafts_expires_at_idx ON withdrawal_drafts (expires_at) WHERE used_at IS NULL;

CREATE TABLE withdrawals (
  id uuid NOT NULL,
  -- One withdrawal for one draft: the last net under a double confirmation.
  draft_id uuid NOT NULL CONSTRAINT withdrawals_draft_id_fkey REFERENCES withdrawal_drafts,
  person_id uuid NOT NULL CONSTRAINT withdrawals_person_id_fkey REFERENCES people,
  wallet_id uuid NOT NULL CONSTRAINT withdrawals_wallet_id_fkey REFERENCES wallets,
  asset_id text NOT NULL,
  settlement text NOT NULL CONSTRAINT withdrawals_settlement_check CHECK (settlement IN ('chain', 'internal')),
  receiver_wallet_id uuid CONSTRAINT withdrawals_receiver_wallet_id_fkey REFERENCES wallets,
  own_move boolean NOT NULL,
  to_address text NOT NULL,
  amount numeric(78, 0) NOT NULL CONSTRAINT withdrawals_amount_check CHECK (amount > 0),
  fee numeric(78, 0) NOT NULL CONSTRAINT withdrawals_fee_check CHECK (fee >= 0),
  usdt_value numeric(78, 0) NOT NULL,
  memo text,
  -- How many different operators have to approve.
  approvals_needed smallint NOT NULL CONSTRAINT withdrawals_approvals_needed_check CHECK (approvals_needed BETWEEN 0 AND 2),
  state text NOT NULL DEFAULT 'requested' CONSTRAINT withdrawals_state_check CHECK (state IN (
    'requested', 'under-review', 'approved', 'rejected', 'cancelled', 'signed', 'broadcast', 'included', 'completed', 'failed')),
  -- The ledger's pending transfer while the amount and the fee are held.
  pending_id bigint,
  -- The sender's record.
  record_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The worker's claim and when to look again, by database time.
  lease uuid,
  leased_until timestamptz,
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Why an approved withdrawal is not signed yet; ends by itself.
  waiting_for text CONSTRAINT withdrawals_waiting_for_check CHECK (waiting_for IN (
    'hot-wallet', 'signer', 'signer-limit', 'node', 'fee', 'asset-pause', 'person')),
  -- What an operator has to look at; the worker leaves the withdrawal alone until it is cleared.
  attention text,
  CONSTRAINT withdrawals_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawals_draft_id_key UNIQUE (draft_id),
  CONSTRAINT withdrawals_record_id_key UNIQUE (record_id),
  CONSTRAINT withdrawals_receiver_check CHECK ((settlement = 'internal') = (receiver_wallet_id IS NOT NULL))
);
CREATE INDEX withdrawals_person_id_idx ON withdrawals (person_id, created_at DESC);
CREATE INDEX withdrawals_under_review_idx ON withdrawals (created_at) WHERE state = 'under-review';
CREATE INDEX withdrawals_due_at_idx ON withdrawals (due_at)
  WHERE settlement = 'chain' AND state IN ('approved', 'signed', 'broadcast', 'included');

-- Every change of state, in order. Rows are only added.
CREATE TABLE withdrawal_states (
  id bigint GENERATED ALWAYS AS IDENTITY,
  withdrawal_id uuid NOT NULL CONSTRAINT withdrawal_states_withdrawal_id_fkey REFERENCES withdrawals,
  from_state text NOT NULL,
  to_state text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT withdrawal_states_pkey PRIMARY KEY (id)
);
CREATE INDEX withdrawal_states_withdrawal_id_idx ON withdrawal_states (withdrawal_id, id);

-- One decision of one operator about one withdrawal, for ever.
CREATE TABLE withdrawal_reviews (
  withdrawal_id uuid NOT NULL CONSTRAINT withdrawal_reviews_withdrawal_id_fkey REFERENCES withdrawals,
  operator_id uuid NOT NULL CONSTRAINT withdrawal_reviews_operator_id_fkey REFERENCES operators,
  decision text NOT NULL CONSTRAINT withdrawal_reviews_decision_check CHECK (decision IN ('approve', 'reject')),
  reason text CONSTRAINT withdrawal_reviews_reason_length_check CHECK (length(reason) BETWEEN 3 AND 500),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT withdrawal_reviews_pkey PRIMARY KEY (withdrawal_id, operator_id),
  CONSTRAINT withdrawal_reviews_reason_check CHECK (decision = 'approve' OR reason IS NOT NULL)
);

-- The rule of enough different operators holds whatever the code above does.
CREATE FUNCTION withdrawals_check_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.approvals_needed > (
    SELECT count(*) FROM withdrawal_reviews WHERE withdrawal_id = NEW.id AND decision = 'approve'
  ) THEN
    RAISE EXCEPTION 'withdrawal % lacks approvals', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_approvals_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawals_approvals BEFORE UPDATE OF state ON withdrawals
  FOR EACH ROW WHEN (NEW.state IN ('approved', 'signed', 'broadcast', 'included', 'completed'))
  EXECUTE FUNCTION withdrawals_check_approvals();

-- One try to pay on chain. The order is stored before the signer sees it, the signed bytes before a node sees them.
CREATE TABLE withdrawal_attempts (
  withdrawal_id uuid NOT NULL CONSTRAINT withdrawal_attempts_withdrawal_id_fkey REFERENCES withdrawals,
  number smallint NOT NULL CONSTRAINT withdrawal_attempts_number_check CHECK (number BETWEEN 1 AND 20),
  state text NOT NULL DEFAULT 'ordered' CONSTRAINT withdrawal_attempts_state_check
    CHECK (state IN ('ordered', 'signed', 'succeeded', 'failed', 'dead')),
  -- Exactly what the signer is asked, so that asking again is the same question.
  signing_order jsonb NOT NULL,
  expiration timestamptz NOT NULL,
  raw_hex text,
  signature_hex text,
  tx_id text CONSTRAINT withdrawal_attempts_tx_id_check CHECK (tx_id ~ '^[0-9a-f]{64}$'),
  -- Most sun the attempt can cost beside the amount: what the hot wallet must keep free for it.
  cost_max_sun numeric(78, 0) NOT NULL,
  -- When the same bytes are handed out again.
  broadcast_due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Where it was last seen, and how it ended.
  block_number bigint,
  result text,
  fee_sun numeric(78, 0),
  -- What shows that it can never pay: the range of solidified blocks read on each node, or the block that holds its failure.
  death_proof jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  CONSTRAINT withdrawal_attempts_pkey PRIMARY KEY (withdrawal_id, number),
  CONSTRAINT withdrawal_attempts_tx_id_key UNIQUE (tx_id),
  CONSTRAINT withdrawal_attempts_signed_check CHECK (
    (state = 'ordered') = (tx_id IS NULL) AND (tx_id IS NULL) = (raw_hex IS NULL) AND (tx_id IS NULL) = (signature_hex IS NULL)),
  CONSTRAINT withdrawal_attempts_ended_check CHECK ((state IN ('ordered', 'signed')) = (ended_at IS NULL)),
  CONSTRAINT withdrawal_attempts_dead_check CHECK ((state IN ('dead', 'failed')) = (death_proof IS NOT NULL)),
  CONSTRAINT withdrawal_attempts_result_check CHECK ((state IN ('succeeded', 'failed')) = (result IS NOT NULL AND fee_sun IS NOT NULL))
);
-- At most one attempt of a withdrawal can be alive, and at most one can have paid.
CREATE UNIQUE INDEX withdrawal_attempts_alive_key ON withdrawal_attempts (withdrawal_id)
  WHERE state IN ('ordered', 'signed', 'succeeded');

-- An order that the signer refused was never signed and may be made anew; everything later stays for ever.
CREATE FUNCTION withdrawal_attempts_refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'ordered' THEN
    RAISE EXCEPTION 'attempt % of withdrawal % is history', OLD.number, OLD.withdrawal_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER withdrawal_attempts_history BEFORE DELETE ON withdrawal_attempts
  FOR EACH ROW EXECUTE FUNCTION withdrawal_attempts_refuse_delete();

-- What nodes answered to broadcasts. For people who look into a case: nothing reads it to decide. Rows are only added.
CREATE TABLE withdrawal_broadcasts (
  id bigint GENERATED ALWAYS AS IDENTITY,
  withdrawal_id uuid NOT NULL,
  number smallint NOT NULL,
  node text NOT NULL,
  outcome text NOT NULL CONSTRAINT withdrawal_broadcasts_outcome_check CHECK (outcome IN ('accepted', 'refused', 'unknown')),
  code text NOT NULL,
  message text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT withdrawal_broadcasts_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_broadcasts_attempt_fkey FOREIGN KEY (withdrawal_id, number) REFERENCES withdrawal_attempts
);
CREATE INDEX withdrawal_broadcasts_attempt_idx ON withdrawal_broadcasts (withdrawal_id, number, id);

-- Assets that are not sent to the chain now, because a receipt did not say what was expected.
CREATE TABLE sending_pauses (
  asset_id text NOT NULL,
  reason text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sending_pauses_pkey PRIMARY KEY (asset_id)
);

-- Addresses the house pays from, as the signer named them: the newest pays, none may be sent to.
CREATE TABLE hot_wallets (
  address text NOT NULL CONSTRAINT hot_wallets_pkey PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);

GRANT SELECT ON hot_wallets TO tern_api;
GRANT SELECT, INSERT ON hot_wallets TO tern_worker;
GRANT SELECT, INSERT, UPDATE (claimed_until, used_at) ON withdrawal_drafts TO tern_api;
GRANT SELECT, INSERT, UPDATE (state, changed_at, pending_id, due_at) ON withdrawals TO tern_api;
GRANT SELECT, INSERT ON withdrawal_states TO tern_api;
GRANT SELECT ON withdrawal_reviews, withdrawal_attempts, sending_pauses TO tern_api;

GRANT SELECT, DELETE ON withdrawal_drafts TO tern_worker;
GRANT SELECT, UPDATE (state, changed_at, lease, leased_until, due_at, waiting_for, attention) ON withdrawals TO tern_worker;
GRANT SELECT, INSERT ON withdrawal_states, withdrawal_reviews, withdrawal_broadcasts TO tern_worker;
GRANT SELECT, INSERT, DELETE, UPDATE (state, raw_hex, signature_hex, tx_id, broadcast_due_at, block_number, result, fee_sun, death_proof, ended_at)
  ON withdrawal_attempts TO tern_worker;
GRANT SELECT, INSERT, DELETE ON sending_pauses TO tern_worker;
