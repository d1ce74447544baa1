-- Withdrawals under review here that the signer remembers to have signed: their database was set back, and they may have been
-- paid. Nobody takes such a one back, and no deadline returns it; an approval has the worker find its payment.
CREATE TABLE payouts_signed_before (
  withdrawal_id uuid NOT NULL CONSTRAINT payouts_signed_before_withdrawal_id_fkey REFERENCES withdrawals,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT payouts_signed_before_pkey PRIMARY KEY (withdrawal_id)
);
GRANT SELECT, INSERT (withdrawal_id) ON payouts_signed_before TO tern_worker;

-- Whether the chain may have paid a withdrawal that is not approved here: it was signed before its database was set back, as its
-- transactions here say or the signer remembers.
CREATE FUNCTION may_have_paid(p_withdrawal uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM withdrawal_attempts a WHERE a.withdrawal_id = p_withdrawal AND a.state = 'signed')
      OR EXISTS (SELECT FROM payouts_signed_before b WHERE b.withdrawal_id = p_withdrawal)
$$;
REVOKE ALL ON FUNCTION may_have_paid(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION may_have_paid(uuid) TO tern_api, tern_worker;

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
         OR c.until <= r.at AND NOT may_have_paid(r.withdrawal_id)))
  ) THEN
    RAISE EXCEPTION 'withdrawal % lacks approvals', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_approvals_check';
  END IF;
  RETURN NEW;
END $$;
