-- Posts one journal of any number of legs, whole or not at all. The only way to take another journal back (`p_reverses`).
CREATE OR REPLACE FUNCTION ledger.post_journal(
  p_key text, p_kind text,
  p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[],
  p_details jsonb, p_reverses bigint,
  OUT journal_id bigint, OUT transfer_ids bigint[], OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_hash bytea;
BEGIN
  PERFORM ledger.check_journal(p_key, p_kind, p_debits, p_credits, p_assets, p_amounts, p_codes, p_details);
  v_hash := ledger.content_hash(p_kind, NULL, p_debits, p_credits, p_assets, p_amounts, p_codes, p_details, p_reverses);
  SELECT begun.id, begun.replayed INTO journal_id, replayed
  FROM ledger.begin_journal(p_key, p_kind, v_hash, p_details, p_reverses) begun;
  IF replayed THEN
    transfer_ids := ledger.transfer_ids(journal_id);
    RETURN;
  END IF;
  transfer_ids := ledger.book(
    journal_id, p_kind, 'posted', NULL, v_hash, 0, p_debits, p_credits, p_assets, p_amounts, p_codes);
END $$;
GRANT EXECUTE ON FUNCTION ledger.post_journal TO tern_api, tern_worker;
