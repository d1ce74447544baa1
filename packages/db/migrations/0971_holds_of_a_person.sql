-- Whose money is held is beside the hold, so that the page of a person reads what is theirs and nothing of anybody else.
ALTER TABLE deposit_checks ADD COLUMN person_id uuid;
ALTER TABLE deposit_checks ADD CONSTRAINT deposit_checks_person_id_check CHECK (person_id IS NOT NULL) NOT VALID;
ALTER TABLE deposit_cases ADD COLUMN person_id uuid;
ALTER TABLE deposit_cases ADD CONSTRAINT deposit_cases_person_id_check CHECK (person_id IS NOT NULL) NOT VALID;

-- As before, and it writes whose record it is: no process can say otherwise, and one of the version before need not know it.
CREATE OR REPLACE FUNCTION deposit_holds_end() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT j.created_at + interval '72 hours' INTO NEW.until
    FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
   WHERE t.id = NEW.pending_id AND j.kind = 'deposit-hold' AND j.idempotency_key = 'deposit-hold:' || NEW.deposit_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'what is held as % is not deposit %', NEW.pending_id, NEW.deposit_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'deposit_holds_end_check';
  END IF;
  SELECT r.person_id INTO NEW.person_id FROM records r WHERE r.id = NEW.record_id;
  RETURN NEW;
END $$;

-- What an operator decided is looked up in the log when it is decided, and not when somebody writes whose the case is.
DROP TRIGGER deposit_cases_are_logged ON deposit_cases;
CREATE CONSTRAINT TRIGGER deposit_cases_are_logged AFTER UPDATE ON deposit_cases
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.decided_by IS NOT NULL AND (
    OLD.decided_by IS DISTINCT FROM NEW.decided_by OR OLD.outcome IS DISTINCT FROM NEW.outcome))
  EXECUTE FUNCTION check_operator_logged('decided_by', 'deposit_id', 'deposit-released');
