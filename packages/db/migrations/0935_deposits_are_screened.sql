-- Deposits that are held for a check of their sender: the amount that arrived and nothing else, for 72 hours at most.

-- The ledger knows a hold of what arrived. It has no leg by which it could be posted: it can only be given back.
INSERT INTO ledger.kinds (kind, by_api, by_worker, by_console) VALUES
  ('deposit-hold-post', false, false, false),
  ('deposit-hold-void', false, true, true),
  ('deposit-hold-expire', false, false, false);
INSERT INTO ledger.kinds (kind, by_api, by_worker, by_console, posted_as, voided_as, expired_as) VALUES
  ('deposit-hold', false, true, false, 'deposit-hold-post', 'deposit-hold-void', 'deposit-hold-expire');
INSERT INTO ledger.legs (kind, code, debit, credit) VALUES ('deposit-hold', 'deposit', 'customer', NULL);

-- A deposit about whose sender the outside service is being asked. The row goes with the answer.
CREATE TABLE deposit_checks (
  deposit_id uuid NOT NULL CONSTRAINT deposit_checks_deposit_id_fkey REFERENCES deposits,
  -- The hold in the ledger.
  pending_id bigint NOT NULL CONSTRAINT deposit_checks_pending_id_key UNIQUE,
  record_id uuid NOT NULL CONSTRAINT deposit_checks_record_id_key UNIQUE CONSTRAINT deposit_checks_record_id_fkey REFERENCES records,
  -- In USDT base units, at the price of the credit. Null where there was no price.
  usdt_value numeric(78, 0) CONSTRAINT deposit_checks_usdt_value_check CHECK (usdt_value >= 0),
  attempts int NOT NULL DEFAULT 0,
  -- When it is asked next; whoever asks puts this off first.
  due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- A trigger writes it.
  until timestamptz NOT NULL,
  CONSTRAINT deposit_checks_pkey PRIMARY KEY (deposit_id),
  CONSTRAINT deposit_checks_until_check CHECK (until BETWEEN opened_at AND opened_at + interval '72 hours')
);
CREATE INDEX deposit_checks_due_at_idx ON deposit_checks (due_at);
GRANT SELECT ON deposit_checks TO tern_api;
GRANT SELECT, INSERT (deposit_id, pending_id, record_id, usdt_value), UPDATE (attempts, due_at), DELETE ON deposit_checks TO tern_worker;

-- A deposit that is held for a person's decision, and how that ended.
CREATE TABLE deposit_cases (
  deposit_id uuid NOT NULL CONSTRAINT deposit_cases_deposit_id_fkey REFERENCES deposits,
  pending_id bigint NOT NULL CONSTRAINT deposit_cases_pending_id_key UNIQUE,
  record_id uuid NOT NULL CONSTRAINT deposit_cases_record_id_key UNIQUE CONSTRAINT deposit_cases_record_id_fkey REFERENCES records,
  reason text NOT NULL CONSTRAINT deposit_cases_reason_check CHECK (reason IN ('security', 'legal-order', 'suspected-fraud')),
  -- What was found when it was opened, so that it is there after a list has changed.
  evidence jsonb NOT NULL CONSTRAINT deposit_cases_evidence_check
    CHECK (jsonb_typeof(evidence) = 'array' AND jsonb_array_length(evidence) > 0),
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- What nobody has decided about by then can be used. A trigger writes it.
  until timestamptz NOT NULL,
  -- In USDT base units, at the price of the credit: operators see the largest first. Null where there was no price.
  usdt_value numeric(78, 0) CONSTRAINT deposit_cases_usdt_value_check CHECK (usdt_value >= 0),
  outcome text CONSTRAINT deposit_cases_outcome_check CHECK (outcome IN ('released', 'not-decided-in-time')),
  -- Null where the time ended it.
  decided_by uuid CONSTRAINT deposit_cases_decided_by_fkey REFERENCES operators,
  ended_at timestamptz,
  CONSTRAINT deposit_cases_pkey PRIMARY KEY (deposit_id),
  CONSTRAINT deposit_cases_until_check CHECK (until BETWEEN opened_at AND opened_at + interval '72 hours'),
  CONSTRAINT deposit_cases_ended_check CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  CONSTRAINT deposit_cases_decided_check CHECK ((outcome IS NOT DISTINCT FROM 'released') = (decided_by IS NOT NULL))
);
CREATE INDEX deposit_cases_until_idx ON deposit_cases (until) WHERE outcome IS NULL;
GRANT SELECT ON deposit_cases TO tern_api;
GRANT SELECT, INSERT (deposit_id, pending_id, record_id, reason, evidence, usdt_value), UPDATE (outcome) ON deposit_cases TO tern_worker;
GRANT UPDATE (outcome, decided_by) ON deposit_cases TO tern_console;

-- A deposit has one hold, whose key nobody can use again, and its end is counted from the journal that made it: whoever deletes a
-- row and writes another gains no time.
CREATE FUNCTION deposit_holds_end() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT j.created_at + interval '72 hours' INTO NEW.until
    FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
   WHERE t.id = NEW.pending_id AND j.kind = 'deposit-hold' AND j.idempotency_key = 'deposit-hold:' || NEW.deposit_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'what is held as % is not deposit %', NEW.pending_id, NEW.deposit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'deposit_holds_end_check';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION deposit_holds_end() FROM PUBLIC;
CREATE TRIGGER deposit_checks_end BEFORE INSERT ON deposit_checks FOR EACH ROW EXECUTE FUNCTION deposit_holds_end();
CREATE TRIGGER deposit_cases_until BEFORE INSERT ON deposit_cases FOR EACH ROW EXECUTE FUNCTION deposit_holds_end();

-- The worker compares the senders of deposits with the lists.
GRANT SELECT ON refused_addresses TO tern_worker;

-- Whatever the code above does: an end is for ever, an operator's is in the log, and without one a case ends when its time is over.
CREATE FUNCTION deposit_cases_check_end() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.outcome IS NOT NULL OR NEW.outcome = 'not-decided-in-time' AND NEW.until > clock_timestamp() THEN
    RAISE EXCEPTION 'the case of deposit % does not end so', NEW.deposit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'deposit_cases_end_check';
  END IF;
  NEW.ended_at := clock_timestamp();
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION deposit_cases_check_end() FROM PUBLIC;
CREATE TRIGGER deposit_cases_end BEFORE UPDATE OF outcome ON deposit_cases FOR EACH ROW EXECUTE FUNCTION deposit_cases_check_end();
CREATE CONSTRAINT TRIGGER deposit_cases_are_logged AFTER UPDATE ON deposit_cases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.decided_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('decided_by', 'deposit_id', 'deposit-released');
