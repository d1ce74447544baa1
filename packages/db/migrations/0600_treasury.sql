-- The house's own transactions: sweeps of deposit addresses, what they need, staking, cold storage, returns. And the reserves.

-- One transaction of the house on chain. The order is stored before the signer sees it, the signed bytes before a node
-- sees them. A row is one signature: what failed or was never included gets a new row, and the indexes below let there
-- be a new one only when the old one has ended.
CREATE TABLE treasury_orders (
  id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT treasury_orders_kind_check CHECK (kind IN ('sweep', 'top-up', 'delegate', 'undelegate', 'stake', 'unstake',
    'withdraw-unstaked', 'fund', 'cold', 'return', 'restrict')),
  asset_id text NOT NULL,
  -- Base units; for staking and delegation the TRX staked, in sun.
  amount numeric(78, 0) NOT NULL CONSTRAINT treasury_orders_amount_check CHECK (amount > 0 OR kind = 'withdraw-unstaked' AND amount = 0),
  -- The deposit address it is about, and its place in the signer's tree.
  address text,
  address_index integer,
  state text NOT NULL CONSTRAINT treasury_orders_state_check
    CHECK (state IN ('proposed', 'ready', 'signed', 'done', 'rejected', 'dropped', 'failed', 'expired')),
  -- Exactly what the signer is asked, so that asking again is the same question.
  signing_order jsonb,
  raw_hex text,
  signature_hex text,
  tx_id text CONSTRAINT treasury_orders_tx_id_check CHECK (tx_id ~ '^[0-9a-f]{64}$'),
  -- Most sun it can burn beside the amount.
  cost_max_sun numeric(78, 0) NOT NULL DEFAULT 0,
  -- What a node answered last; nothing reads it to decide.
  last_answer text,
  block_number bigint,
  result text,
  fee_sun numeric(78, 0),
  -- Of a loan of energy: whether it has come back.
  taken_back boolean NOT NULL DEFAULT false,
  -- What shows that it can never be included: the solidified blocks read on each node.
  death_proof jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  -- When to look again, by database time. Whoever looks puts it off first, so that no two look at once.
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  broadcast_due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Why it is not signed yet; ends by itself.
  waiting_for text,
  -- What an operator has to look at; the worker leaves it alone until it is cleared.
  attention text,
  -- A return is a payment of the hot wallet among the house's orders: the only kind that names a receiver. The signer knows
  -- it by a name made of the arrival itself, so that no restored database has it paid under another one.
  to_address text,
  signer_order_id text,
  attempt integer NOT NULL DEFAULT 1 CONSTRAINT treasury_orders_attempt_check CHECK (attempt >= 1),
  -- Lost with this database and given back by the signer, signed already; nobody's word about it was kept.
  adopted boolean NOT NULL DEFAULT false,
  -- Of `restrict`: which account of the house is given to owners whose keys lie elsewhere.
  account text,
  CONSTRAINT treasury_orders_pkey PRIMARY KEY (id),
  CONSTRAINT treasury_orders_tx_id_key UNIQUE (tx_id),
  CONSTRAINT treasury_orders_address_check
    CHECK (num_nulls(address, address_index) = CASE WHEN kind IN ('sweep', 'top-up', 'delegate', 'undelegate') THEN 0 ELSE 2 END),
  CONSTRAINT treasury_orders_proposed_check
    CHECK (kind IN ('cold', 'unstake', 'restrict') OR state NOT IN ('proposed', 'rejected')),
  CONSTRAINT treasury_orders_signed_check CHECK (
    (tx_id IS NULL) = (raw_hex IS NULL) AND (tx_id IS NULL) = (signature_hex IS NULL)
    AND (tx_id IS NOT NULL) = (state IN ('signed', 'done', 'failed', 'expired'))),
  CONSTRAINT treasury_orders_ended_check CHECK ((state IN ('proposed', 'ready', 'signed')) = (ended_at IS NULL)),
  CONSTRAINT treasury_orders_result_check
    CHECK ((state IN ('done', 'failed')) = (result IS NOT NULL AND fee_sun IS NOT NULL)),
  CONSTRAINT treasury_orders_return_check
    CHECK (num_nulls(to_address, signer_order_id) = CASE kind WHEN 'return' THEN 0 ELSE 2 END AND (kind = 'return' OR attempt = 1)),
  CONSTRAINT treasury_orders_death_proof_check
    CHECK ((state = 'expired' OR state = 'failed' AND kind = 'return') = (death_proof IS NOT NULL)),
  CONSTRAINT treasury_orders_adopted_check CHECK (NOT adopted OR tx_id IS NOT NULL),
  CONSTRAINT treasury_orders_account_check
    CHECK (CASE kind WHEN 'restrict' THEN coalesce(account IN ('hot', 'fee'), false) ELSE account IS NULL END)
);
-- An address has one transaction under way at most, so no second one is signed while a first may still be included.
-- Several of one address may come back from the signer at once; nothing new is planned for it until all of them have ended.
CREATE UNIQUE INDEX treasury_orders_address_open_key ON treasury_orders (address)
  WHERE address IS NOT NULL AND state IN ('ready', 'signed') AND NOT adopted;
CREATE UNIQUE INDEX treasury_orders_house_open_key ON treasury_orders (kind, asset_id)
  WHERE address IS NULL AND kind <> 'return' AND state IN ('proposed', 'ready', 'signed') AND NOT adopted;
CREATE INDEX treasury_orders_due_idx ON treasury_orders (due_at) WHERE state IN ('ready', 'signed');
CREATE INDEX treasury_orders_changed_at_idx ON treasury_orders (changed_at);
CREATE INDEX treasury_orders_loans_idx ON treasury_orders (ended_at) WHERE kind = 'delegate' AND state = 'done' AND NOT taken_back;
CREATE INDEX treasury_orders_address_idx ON treasury_orders (address, created_at) WHERE address IS NOT NULL;
CREATE UNIQUE INDEX treasury_orders_return_key ON treasury_orders (signer_order_id)
  WHERE kind = 'return' AND state IN ('ready', 'signed', 'done');
CREATE UNIQUE INDEX treasury_orders_attempt_key ON treasury_orders (signer_order_id, attempt)
  WHERE kind = 'return' AND tx_id IS NOT NULL;
GRANT SELECT ON treasury_orders TO tern_api;
GRANT SELECT, INSERT, UPDATE (state, signing_order, raw_hex, signature_hex, tx_id, cost_max_sun, last_answer, block_number,
  result, fee_sun, taken_back, death_proof, changed_at, ended_at, due_at, broadcast_due_at, waiting_for, attention, adopted)
  ON treasury_orders TO tern_worker;

-- What was signed stays for ever.
CREATE FUNCTION treasury_orders_refuse_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'order % is history', OLD.id USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER treasury_orders_history BEFORE DELETE ON treasury_orders
  FOR EACH ROW EXECUTE FUNCTION treasury_orders_refuse_delete();

-- Nothing goes to cold storage on the word of one person, whatever the code above does.
CREATE FUNCTION treasury_orders_check_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM treasury_reviews WHERE order_id = NEW.id AND decision = 'approve') < 2 THEN
    RAISE EXCEPTION 'order % lacks approvals', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'treasury_orders_approvals_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER treasury_orders_approvals BEFORE INSERT OR UPDATE OF state ON treasury_orders
  FOR EACH ROW WHEN (NEW.kind IN ('cold', 'unstake', 'restrict') AND NEW.state IN ('ready', 'signed', 'done') AND NOT NEW.adopted)
  EXECUTE FUNCTION treasury_orders_check_approvals();

-- A return is signed for an arrival that two operators gave back, and for nothing else.
CREATE FUNCTION treasury_orders_check_return() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM suspense_returns WHERE order_id = NEW.id AND to_address = NEW.to_address) THEN
    RAISE EXCEPTION 'order % returns nothing', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'treasury_orders_returns_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER treasury_orders_returns BEFORE UPDATE OF state ON treasury_orders
  FOR EACH ROW WHEN (NEW.kind = 'return' AND NEW.state IN ('signed', 'done') AND NOT NEW.adopted)
  EXECUTE FUNCTION treasury_orders_check_return();

-- One decision of one operator about one order to cold storage.
CREATE TABLE treasury_reviews (
  order_id uuid NOT NULL CONSTRAINT treasury_reviews_order_id_fkey REFERENCES treasury_orders,
  operator_id uuid NOT NULL CONSTRAINT treasury_reviews_operator_id_fkey REFERENCES operators,
  decision text NOT NULL CONSTRAINT treasury_reviews_decision_check CHECK (decision IN ('approve', 'reject')),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT treasury_reviews_pkey PRIMARY KEY (order_id, operator_id)
);
GRANT SELECT, INSERT ON treasury_reviews TO tern_worker;

-- Which order pays which arrival back.
CREATE TABLE suspense_returns (
  order_id uuid CONSTRAINT suspense_returns_pkey PRIMARY KEY
    CONSTRAINT suspense_returns_order_fkey REFERENCES treasury_orders (id),
  deposit_id uuid NOT NULL CONSTRAINT suspense_returns_deposit_fkey REFERENCES deposits (id),
  to_address text NOT NULL,
  -- Null while it is under way.
  outcome text CONSTRAINT suspense_returns_outcome_check CHECK (outcome IN ('returned', 'not-returned')),
  ordered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  CONSTRAINT suspense_returns_ended_check CHECK ((outcome IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX suspense_returns_deposit_key ON suspense_returns (deposit_id)
  WHERE outcome IS DISTINCT FROM 'not-returned';
GRANT SELECT ON suspense_returns TO tern_api;
GRANT SELECT, INSERT, UPDATE (outcome, ended_at) ON suspense_returns TO tern_worker;

-- Whatever the code above does: no return on the word of one person, and none of money that has found its owner.
CREATE FUNCTION suspense_returns_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM quarantine_votes WHERE subject = 'deposit:' || NEW.deposit_id
        AND decision = 'return:' || NEW.to_address) < 2 THEN
    RAISE EXCEPTION 'the return of deposit % lacks votes', NEW.deposit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'suspense_returns_votes_check';
  END IF;
  IF EXISTS (SELECT FROM suspense_resolutions WHERE deposit_id = NEW.deposit_id) THEN
    RAISE EXCEPTION 'deposit % is settled', NEW.deposit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'suspense_returns_settled_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER suspense_returns_votes BEFORE INSERT ON suspense_returns
  FOR EACH ROW WHEN (NEW.outcome IS NULL) EXECUTE FUNCTION suspense_returns_check();

-- What lies on each deposit address by the books: the ledger's custody account taken apart by address, up to the
-- transfer that the cursor names.
CREATE TABLE treasury_holdings (
  address text NOT NULL,
  asset_id text NOT NULL,
  amount numeric(78, 0) NOT NULL,
  -- When it was last thought about, and when the chain was last asked what is there.
  inspected_at timestamptz,
  checked_at timestamptz,
  CONSTRAINT treasury_holdings_pkey PRIMARY KEY (address, asset_id)
);
CREATE INDEX treasury_holdings_amount_idx ON treasury_holdings (asset_id, amount DESC);
CREATE INDEX treasury_holdings_checked_at_idx ON treasury_holdings (checked_at NULLS FIRST) WHERE amount <> 0;
GRANT SELECT, INSERT, UPDATE ON treasury_holdings TO tern_worker;

CREATE TABLE treasury_holdings_cursors (
  asset_id text NOT NULL,
  transfer_id bigint NOT NULL,
  CONSTRAINT treasury_holdings_cursors_pkey PRIMARY KEY (asset_id)
);
GRANT SELECT, INSERT, UPDATE ON treasury_holdings_cursors TO tern_worker;

-- The newest comparison of each place with the chain.
CREATE TABLE reserve_samples (
  place text NOT NULL CONSTRAINT reserve_samples_place_check CHECK (place IN ('hot', 'energy', 'cold', 'deposit')),
  asset_id text NOT NULL,
  -- Both for the whole place; of deposit addresses, the ones compared in that round.
  books numeric(78, 0) NOT NULL,
  chain numeric(78, 0) NOT NULL,
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT reserve_samples_pkey PRIMARY KEY (place, asset_id)
);
GRANT SELECT ON reserve_samples TO tern_api;
GRANT SELECT, INSERT, UPDATE ON reserve_samples TO tern_worker;

-- Less on chain than in the books, or than what is owed. While one is open, nothing of this asset is given away.
CREATE TABLE reserve_gaps (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT reserve_gaps_pkey PRIMARY KEY,
  asset_id text NOT NULL,
  -- The place, for deposit addresses with the address; `liabilities` where all places together cover too little.
  subject text NOT NULL,
  missing numeric(78, 0) NOT NULL CONSTRAINT reserve_gaps_missing_check CHECK (missing > 0),
  block_number bigint NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  closed_at timestamptz
);
CREATE UNIQUE INDEX reserve_gaps_open_key ON reserve_gaps (asset_id, subject) WHERE closed_at IS NULL;
GRANT SELECT ON reserve_gaps TO tern_api;
GRANT SELECT, INSERT, UPDATE (missing, block_number, closed_at) ON reserve_gaps TO tern_worker;
