-- Gives a held amount back.
CREATE OR REPLACE FUNCTION ledger.void_hold(
  p_key text, p_pending bigint, p_details jsonb, OUT journal_id bigint, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  IF p_key IS NULL OR length(p_key) NOT BETWEEN 1 AND 200 THEN
    PERFORM ledger.refuse('key-invalid', jsonb_build_object('key', p_key));
  END IF;
  SELECT dropped.journal_id, dropped.replayed INTO journal_id, replayed
  FROM ledger.drop_hold(p_key, ledger.pending_transfer(p_pending), 'void', p_details) dropped;
END $$;
GRANT EXECUTE ON FUNCTION ledger.void_hold TO tern_api, tern_worker;
