-- Payments under attack: a daily total over all people, odd receipts that two operators decide, and why a payment waits.

-- Every slice names its own actions; what they are is fixed in code.
ALTER TABLE operator_actions
  DROP CONSTRAINT operator_actions_kind_check,
  ADD CONSTRAINT operator_actions_kind_check CHECK (kind ~ '^[a-z]+(-[a-z]+)+$');

ALTER TABLE withdrawals
  -- Why an operator looks at it: its own size, or the total that left within a day.
  ADD COLUMN review_cause text CONSTRAINT withdrawals_review_cause_check CHECK (review_cause IN ('amount', 'day-total')),
  -- What exactly it waits for, in words for operators.
  ADD COLUMN waiting_detail text,
  DROP CONSTRAINT withdrawals_waiting_for_check,
  -- `proof`: nodes do not show alike, or not completely, what became of signed bytes.
  ADD CONSTRAINT withdrawals_waiting_for_check CHECK (waiting_for IN (
    'hot-wallet', 'signer', 'signer-limit', 'node', 'fee', 'asset-pause', 'token', 'person', 'proof')),
  ADD CONSTRAINT withdrawals_waiting_detail_check CHECK (waiting_for IS NOT NULL OR waiting_detail IS NULL);
UPDATE withdrawals SET review_cause = 'amount' WHERE approvals_needed > 0;
ALTER TABLE withdrawals
  ADD CONSTRAINT withdrawals_review_cause_present_check CHECK ((approvals_needed > 0) = (review_cause IS NOT NULL));
GRANT UPDATE (waiting_detail) ON withdrawals TO tern_worker;

-- What left for the chain within a day is summed at every confirmation.
CREATE INDEX withdrawals_chain_created_at_idx ON withdrawals (created_at) WHERE settlement = 'chain';

-- A receipt that shows neither the ordered payment nor a failure, as all nodes told it.
CREATE TABLE withdrawal_odd_receipts (
  withdrawal_id uuid NOT NULL,
  number smallint NOT NULL,
  block_number bigint NOT NULL,
  block_id text NOT NULL,
  block_time timestamptz NOT NULL,
  -- What is odd about it.
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
  CONSTRAINT withdrawal_odd_receipts_pkey PRIMARY KEY (withdrawal_id, number),
  CONSTRAINT withdrawal_odd_receipts_attempt_fkey FOREIGN KEY (withdrawal_id, number) REFERENCES withdrawal_attempts
);

-- The last word of one operator about one odd receipt.
CREATE TABLE withdrawal_odd_decisions (
  withdrawal_id uuid NOT NULL,
  number smallint NOT NULL,
  operator_id uuid NOT NULL CONSTRAINT withdrawal_odd_decisions_operator_id_fkey REFERENCES operators,
  decision text NOT NULL CONSTRAINT withdrawal_odd_decisions_decision_check CHECK (decision IN ('settle', 'return')),
  reason text NOT NULL CONSTRAINT withdrawal_odd_decisions_reason_check CHECK (length(reason) BETWEEN 3 AND 500),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT withdrawal_odd_decisions_pkey PRIMARY KEY (withdrawal_id, number, operator_id),
  CONSTRAINT withdrawal_odd_decisions_receipt_fkey FOREIGN KEY (withdrawal_id, number) REFERENCES withdrawal_odd_receipts
);

-- Two different operators of one mind, whatever the code above does.
CREATE FUNCTION withdrawals_check_odd_decision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_receipt withdrawal_odd_receipts;
BEGIN
  SELECT * INTO v_receipt FROM withdrawal_odd_receipts WHERE withdrawal_id = NEW.id AND closed_at IS NULL;
  -- A decision counts for the receipt it was made about, not for what a later look found.
  IF FOUND AND 2 > (
    SELECT count(*) FROM withdrawal_odd_decisions d
     WHERE d.withdrawal_id = NEW.id AND d.number = v_receipt.number AND d.at >= v_receipt.noted_at
       AND d.decision = CASE NEW.state WHEN 'completed' THEN 'settle' WHEN 'failed' THEN 'return' END
  ) THEN
    RAISE EXCEPTION 'withdrawal % has an odd receipt that two operators have not decided', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_odd_decision_check';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER withdrawals_odd_decision BEFORE UPDATE OF state ON withdrawals
  FOR EACH ROW WHEN (NEW.settlement = 'chain' AND NEW.state IN ('approved', 'completed', 'failed'))
  EXECUTE FUNCTION withdrawals_check_odd_decision();

GRANT SELECT, INSERT, UPDATE ON withdrawal_odd_receipts TO tern_worker;
GRANT SELECT, INSERT, UPDATE (decision, reason, at) ON withdrawal_odd_decisions TO tern_worker;
-- The trigger reads it with the rights of whoever moves a withdrawal.
GRANT SELECT ON withdrawal_odd_receipts, withdrawal_odd_decisions TO tern_api;

-- Whether a person may act. Within a transaction it stays so until its end: a freeze waits for it, or it sees the freeze.
CREATE FUNCTION is_person_active(p_person_id uuid) RETURNS boolean
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT state = 'active' FROM people WHERE id = p_person_id FOR SHARE
$$;
REVOKE ALL ON FUNCTION is_person_active FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_person_active TO tern_worker;
