-- As `hold_funds` for each, one after the other in the order given. One row for each: what was reserved, or why it was
-- refused; a refusal leaves the others as they are. Keys and accounts are locked first, each in the one order, so that two
-- such calls never wait for each other in a ring.
CREATE OR REPLACE FUNCTION ledger.hold_funds_each(
  p_keys text[], p_kinds text[], p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[],
  p_codes text[], p_expires_at timestamptz[], p_details jsonb[]
) RETURNS TABLE (pending_id bigint, journal_id bigint, replayed boolean, refusal text, particulars jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_detail text;
BEGIN
  PERFORM ledger.lock_keys(p_keys);
  PERFORM ledger.lock_accounts(p_debits);
  FOR item IN 1 .. cardinality(p_keys) LOOP
    refusal := NULL;
    particulars := NULL;
    BEGIN
      SELECT h.pending_id, h.journal_id, h.replayed INTO pending_id, journal_id, replayed
      FROM ledger.hold_funds(
        p_keys[item], p_kinds[item], p_debits[item], p_credits[item], p_assets[item], p_amounts[item], p_codes[item],
        p_expires_at[item], p_details[item]) h;
    EXCEPTION WHEN SQLSTATE 'LG000' THEN
      GET STACKED DIAGNOSTICS refusal = MESSAGE_TEXT, v_detail = PG_EXCEPTION_DETAIL;
      particulars := v_detail::jsonb;
      pending_id := NULL;
      journal_id := NULL;
      replayed := false;
    END;
    RETURN NEXT;
  END LOOP;
END $$;
GRANT EXECUTE ON FUNCTION ledger.hold_funds_each TO tern_api, tern_worker;
