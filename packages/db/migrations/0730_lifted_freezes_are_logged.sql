-- Whoever lifts a hold on an account says so in the operators' log, in the same transaction: without its row the lifting fails.
-- Looked at when the transaction ends, so that either may be written first.
CREATE FUNCTION check_lifted_freeze() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM operator_actions
     WHERE kind = 'person-unfrozen' AND subject = NEW.person_id::text AND xmin = pg_current_xact_id()::xid
       AND at >= transaction_timestamp()
  ) THEN
    RAISE EXCEPTION 'a freeze of % is lifted without a row in the operators'' log', NEW.person_id
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION check_lifted_freeze() FROM PUBLIC;

CREATE CONSTRAINT TRIGGER account_freezes_lifted_are_logged
  AFTER UPDATE OF lifted_at ON account_freezes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.lifted_at IS DISTINCT FROM NEW.lifted_at)
  EXECUTE FUNCTION check_lifted_freeze();
