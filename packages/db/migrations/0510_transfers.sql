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
  -- What was drawn up keeps the terms it was drawn up under. Null: before there were versions. No foreign key: every send would
  -- lock the one row of the terms in force.
  terms_version integer,
  CONSTRAINT withdrawal_drafts_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawal_drafts_receiver_check CHECK ((settlement = 'internal') = (receiver_wallet_id IS NOT NULL)),
  CONSTRAINT withdrawal_drafts_own_move_check CHECK (NOT own_move OR settlement = 'internal'),
  CONSTRAINT withdrawal_drafts_fee_internal_check CHECK (settlement = 'chain' OR fee = 0),
  CONSTRAINT withdrawal_drafts_not_to_itself_check CHECK (receiver_wallet_id <> wallet_id)
);
CREATE INDEX withdrawal_drafts_expires_at_idx ON withdrawal_drafts (expires_at) WHERE used_at IS NULL;
GRANT SELECT, INSERT, UPDATE (claimed_until, used_at) ON withdrawal_drafts TO tern_api;
GRANT SELECT, DELETE ON withdrawal_drafts TO tern_worker;

-- What a draft became once its factors were given: from the request to the payment, or to the refusal.
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
  -- `proof`: nodes do not show alike, or not completely, what became of signed bytes.
  waiting_for text CONSTRAINT withdrawals_waiting_for_check CHECK (waiting_for IN (
    'hot-wallet', 'signer', 'signer-limit', 'node', 'fee', 'asset-pause', 'token', 'person', 'proof')),
  -- What an operator has to look at; the worker leaves the withdrawal alone until it is cleared.
  attention text,
  -- Why an operator looks at it: its own size, or the total that left within a day.
  review_cause text CONSTRAINT withdrawals_review_cause_check CHECK (review_cause IN ('amount', 'day-total')),
  -- What exactly it waits for, in words for operators.
  waiting_detail text,
  CONSTRAINT withdrawals_pkey PRIMARY KEY (id),
  CONSTRAINT withdrawals_draft_id_key UNIQUE (draft_id),
  CONSTRAINT withdrawals_record_id_key UNIQUE (record_id),
  CONSTRAINT withdrawals_receiver_check CHECK ((settlement = 'internal') = (receiver_wallet_id IS NOT NULL)),
  CONSTRAINT withdrawals_waiting_detail_check CHECK (waiting_for IS NOT NULL OR waiting_detail IS NULL),
  CONSTRAINT withdrawals_review_cause_present_check CHECK ((approvals_needed > 0) = (review_cause IS NOT NULL))
);
CREATE INDEX withdrawals_person_id_idx ON withdrawals (person_id, created_at DESC);
CREATE INDEX withdrawals_under_review_idx ON withdrawals (created_at) WHERE state = 'under-review';
CREATE INDEX withdrawals_due_at_idx ON withdrawals (due_at)
  WHERE settlement = 'chain' AND state IN ('approved', 'signed', 'broadcast', 'included');
-- What left for the chain within a day is summed at every confirmation.
CREATE INDEX withdrawals_chain_created_at_idx ON withdrawals (created_at) WHERE settlement = 'chain';
-- What changed lately, everything a wallet received, and whose a hold is.
CREATE INDEX withdrawals_changed_at_idx ON withdrawals (changed_at);
CREATE INDEX withdrawals_receiver_wallet_id_idx ON withdrawals (receiver_wallet_id) WHERE receiver_wallet_id IS NOT NULL;
CREATE INDEX withdrawals_wallet_id_idx ON withdrawals (wallet_id);
CREATE INDEX withdrawals_pending_id_idx ON withdrawals (pending_id) WHERE pending_id IS NOT NULL;
GRANT SELECT, INSERT, UPDATE (state, pending_id, changed_at, due_at) ON withdrawals TO tern_api;
GRANT SELECT, UPDATE (state, changed_at, lease, leased_until, due_at, waiting_for, attention, waiting_detail) ON withdrawals
  TO tern_worker;

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
-- A send that nobody has to look at is written in the state it is in, without the step from `requested` first: the rule of
-- enough different operators holds for what is born in such a state too. Nobody can have approved it yet.
CREATE TRIGGER withdrawals_approvals_at_birth BEFORE INSERT ON withdrawals
  FOR EACH ROW WHEN (NEW.approvals_needed > 0 AND NEW.state IN ('approved', 'signed', 'broadcast', 'included', 'completed'))
  EXECUTE FUNCTION withdrawals_check_approvals();

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
GRANT SELECT, INSERT ON withdrawal_states TO tern_api, tern_worker;

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
GRANT SELECT ON withdrawal_reviews TO tern_api;
GRANT SELECT, INSERT ON withdrawal_reviews TO tern_worker;

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
-- Attempts under way are looked for several times a second; those that ended stay for ever.
CREATE INDEX withdrawal_attempts_open_idx ON withdrawal_attempts (broadcast_due_at) WHERE state IN ('ordered', 'signed');
GRANT SELECT ON withdrawal_attempts TO tern_api;
GRANT SELECT, INSERT, UPDATE (state, raw_hex, signature_hex, tx_id, broadcast_due_at, block_number, result, fee_sun,
  death_proof, ended_at), DELETE ON withdrawal_attempts TO tern_worker;

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
GRANT SELECT, INSERT ON withdrawal_broadcasts TO tern_worker;

-- A receipt that shows neither the ordered payment nor a failure, as all nodes told it.
CREATE TABLE withdrawal_unexpected_receipts (
  withdrawal_id uuid NOT NULL,
  number smallint NOT NULL,
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  block_time timestamptz NOT NULL,
  -- What is unexpected about it.
  detail text NOT NULL,
  -- What the hot wallet lost of the asset by the receipt's own events, in base units; negative where it won.
  outflow numeric(78, 0) NOT NULL,
  -- What the network burnt, in sun.
  fee_sun numeric(78, 0) NOT NULL,
  energy_used bigint NOT NULL,
  bandwidth_used bigint NOT NULL,
  -- The token's Transfer events, for the eyes of operators.
  events jsonb NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Set when it was decided, or when somebody asked to look again.
  closed_at timestamptz,
  CONSTRAINT withdrawal_unexpected_receipts_pkey PRIMARY KEY (withdrawal_id, number),
  CONSTRAINT withdrawal_unexpected_receipts_attempt_fkey FOREIGN KEY (withdrawal_id, number) REFERENCES withdrawal_attempts
);
-- A trigger of withdrawals reads both tables with the rights of whoever moves a withdrawal.
GRANT SELECT ON withdrawal_unexpected_receipts TO tern_api;
GRANT SELECT, INSERT, UPDATE ON withdrawal_unexpected_receipts TO tern_worker;

-- The last word of one operator about one unexpected receipt.
CREATE TABLE withdrawal_receipt_decisions (
  withdrawal_id uuid NOT NULL,
  number smallint NOT NULL,
  operator_id uuid NOT NULL CONSTRAINT withdrawal_receipt_decisions_operator_id_fkey REFERENCES operators,
  decision text NOT NULL CONSTRAINT withdrawal_receipt_decisions_decision_check CHECK (decision IN ('settle', 'return')),
  reason text NOT NULL CONSTRAINT withdrawal_receipt_decisions_reason_check CHECK (length(reason) BETWEEN 3 AND 500),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT withdrawal_receipt_decisions_pkey PRIMARY KEY (withdrawal_id, number, operator_id),
  CONSTRAINT withdrawal_receipt_decisions_receipt_fkey FOREIGN KEY (withdrawal_id, number) REFERENCES withdrawal_unexpected_receipts
);
GRANT SELECT ON withdrawal_receipt_decisions TO tern_api;
GRANT SELECT, INSERT, UPDATE (decision, reason, at) ON withdrawal_receipt_decisions TO tern_worker;

-- Two different operators of one mind, whatever the code above does.
CREATE FUNCTION withdrawals_check_receipt_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_receipt withdrawal_unexpected_receipts;
BEGIN
  SELECT * INTO v_receipt FROM withdrawal_unexpected_receipts WHERE withdrawal_id = NEW.id AND closed_at IS NULL;
  -- A decision counts for the receipt it was made about, not for what a later look found.
  IF FOUND AND 2 > (
    SELECT count(*) FROM withdrawal_receipt_decisions d
     WHERE d.withdrawal_id = NEW.id AND d.number = v_receipt.number AND d.at >= v_receipt.noted_at
       AND d.decision = CASE NEW.state WHEN 'completed' THEN 'settle' WHEN 'failed' THEN 'return' END
  ) THEN
    RAISE EXCEPTION 'withdrawal % has an unexpected receipt that two operators have not decided', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_receipt_decision_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawals_receipt_decision BEFORE UPDATE OF state ON withdrawals
  FOR EACH ROW WHEN (NEW.settlement = 'chain' AND NEW.state IN ('approved', 'completed', 'failed'))
  EXECUTE FUNCTION withdrawals_check_receipt_decision();
