-- Money in suspense is paid back to where it came from, once, when two operators have said so.

INSERT INTO ledger.legs (kind, code, debit, credit) VALUES
  ('suspense-resolution', 'return', 'suspense', 'custody:hot');

-- A return is a payment of the hot wallet among the house's orders: the only kind that names a receiver. The signer knows
-- it by a name made of the arrival itself, so that no restored database has it paid under another one.
ALTER TABLE treasury_orders
  ADD COLUMN to_address text,
  ADD COLUMN signer_order_id text,
  ADD COLUMN attempt integer NOT NULL DEFAULT 1 CONSTRAINT treasury_orders_attempt_check CHECK (attempt >= 1),
  DROP CONSTRAINT treasury_orders_kind_check,
  ADD CONSTRAINT treasury_orders_kind_check
    CHECK (kind IN ('sweep', 'top-up', 'delegate', 'undelegate', 'stake', 'fund', 'cold', 'return')),
  ADD CONSTRAINT treasury_orders_return_check
    CHECK (num_nulls(to_address, signer_order_id) = CASE kind WHEN 'return' THEN 0 ELSE 2 END AND (kind = 'return' OR attempt = 1)),
  DROP CONSTRAINT treasury_orders_expired_check,
  ADD CONSTRAINT treasury_orders_death_proof_check
    CHECK ((state = 'expired' OR state = 'failed' AND kind = 'return') = (death_proof IS NOT NULL));
DROP INDEX treasury_orders_house_open_key;
CREATE UNIQUE INDEX treasury_orders_house_open_key ON treasury_orders (kind, asset_id)
  WHERE address IS NULL AND kind <> 'return' AND state IN ('proposed', 'ready', 'signed');
CREATE UNIQUE INDEX treasury_orders_return_key ON treasury_orders (signer_order_id)
  WHERE kind = 'return' AND state IN ('ready', 'signed', 'done');
CREATE UNIQUE INDEX treasury_orders_attempt_key ON treasury_orders (signer_order_id, attempt)
  WHERE kind = 'return' AND tx_id IS NOT NULL;

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
  FOR EACH ROW EXECUTE FUNCTION suspense_returns_check();

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
  FOR EACH ROW WHEN (NEW.kind = 'return' AND NEW.state IN ('signed', 'done'))
  EXECUTE FUNCTION treasury_orders_check_return();
