-- Takes a pending transfer off the open ones. Its account must be locked: that is what makes the first one win.
CREATE OR REPLACE FUNCTION ledger.close_hold(p_pending bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_outcome text;
BEGIN
  DELETE FROM ledger.open_holds WHERE pending_id = p_pending;
  IF NOT FOUND THEN
    SELECT state INTO v_outcome FROM ledger.transfers WHERE pending_id = p_pending AND leg = 1;
    PERFORM ledger.refuse('pending-already-resolved', jsonb_build_object('pendingId', p_pending::text, 'outcome', v_outcome));
  END IF;
END $$;
