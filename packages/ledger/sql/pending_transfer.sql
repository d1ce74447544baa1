-- The pending transfer, or a refusal. Does not say whether it is still open.
CREATE OR REPLACE FUNCTION ledger.pending_transfer(p_pending bigint) RETURNS ledger.transfers LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_pending ledger.transfers;
BEGIN
  SELECT * INTO v_pending FROM ledger.transfers t WHERE t.id = p_pending AND t.state = 'pending';
  IF v_pending.id IS NULL THEN
    PERFORM ledger.refuse('pending-not-found', jsonb_build_object('pendingId', p_pending::text));
  END IF;
  RETURN v_pending;
END $$;
