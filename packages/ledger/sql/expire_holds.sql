-- Gives back what is held beyond its expiry, at most `p_limit` holds. Returns the ids of their pending transfers.
CREATE OR REPLACE FUNCTION ledger.expire_holds(p_limit integer) RETURNS bigint[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_due bigint[];
  v_expired bigint[] := '{}';
  v_id bigint;
BEGIN
  SELECT array_agg(pending_id) INTO v_due FROM (
    SELECT pending_id FROM ledger.open_holds WHERE expires_at <= clock_timestamp() ORDER BY expires_at LIMIT p_limit
  ) due;
  PERFORM ledger.lock_accounts(ARRAY(SELECT account_id FROM ledger.open_holds WHERE pending_id = ANY (v_due)));
  -- Looked up again under the locks: another sweep or a resolution may have been faster.
  FOR v_id IN SELECT pending_id FROM ledger.open_holds WHERE pending_id = ANY (v_due) ORDER BY pending_id LOOP
    PERFORM ledger.drop_hold('expire:' || v_id, ledger.pending_transfer(v_id), 'expire', '{}');
    v_expired := v_expired || v_id;
  END LOOP;
  RETURN v_expired;
END $$;
GRANT EXECUTE ON FUNCTION ledger.expire_holds TO tern_worker;
