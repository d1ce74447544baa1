-- An approval from after the deadline of a case does not count, unless the withdrawal was signed before its database was set back.
CREATE OR REPLACE FUNCTION withdrawals_check_approvals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.approvals_needed > 0 AND NEW.approvals_needed > (
    SELECT count(DISTINCT r.operator_id) FROM withdrawal_reviews r
      JOIN operator_actions a
        ON a.subject = r.withdrawal_id::text AND a.operator_id = r.operator_id AND a.kind = 'withdrawal-approved'
     WHERE r.withdrawal_id = NEW.id AND r.decision = 'approve'
       AND NOT EXISTS (SELECT FROM screening_cases c WHERE c.withdrawal_id = r.withdrawal_id AND (c.opened_at > r.at
         OR c.until <= r.at AND NOT EXISTS (
           SELECT FROM withdrawal_attempts s WHERE s.withdrawal_id = r.withdrawal_id AND s.state = 'signed')))
  ) THEN
    RAISE EXCEPTION 'withdrawal % lacks approvals', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_approvals_check';
  END IF;
  RETURN NEW;
END $$;
