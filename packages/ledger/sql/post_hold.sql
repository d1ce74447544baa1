-- Moves all of a held amount to one or several accounts, and ends the hold.
CREATE OR REPLACE FUNCTION ledger.post_hold(
  p_key text, p_pending bigint, p_credits bigint[], p_amounts numeric[], p_codes text[], p_details jsonb,
  OUT journal_id bigint, OUT transfer_ids bigint[], OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_pending ledger.transfers := ledger.pending_transfer(p_pending);
  v_debits bigint[] := array_fill(v_pending.debit_account_id, ARRAY[cardinality(p_amounts)]);
  v_assets text[] := array_fill(v_pending.asset, ARRAY[cardinality(p_amounts)]);
  v_kind text;
  v_hash bytea;
BEGIN
  PERFORM ledger.check_shape(p_key, v_debits, p_credits, v_assets, p_amounts, p_codes);
  IF (SELECT sum(amount) FROM unnest(p_amounts) amount) <> v_pending.amount THEN
    PERFORM ledger.refuse('amount-differs-from-pending', jsonb_build_object(
      'pendingId', p_pending::text, 'pending', v_pending.amount::text));
  END IF;
  IF v_pending.credit_account_id <> ANY (p_credits) THEN
    PERFORM ledger.refuse('target-differs-from-pending', jsonb_build_object('pendingId', p_pending::text));
  END IF;
  SELECT k.posted_as INTO v_kind
  FROM ledger.journals j JOIN ledger.kinds k ON k.kind = j.kind WHERE j.id = v_pending.journal_id;
  v_hash := ledger.content_hash(v_kind, p_pending, v_debits, p_credits, v_assets, p_amounts, p_codes, p_details, NULL);
  SELECT begun.id, begun.replayed INTO journal_id, replayed
  FROM ledger.begin_journal(p_key, v_kind, v_hash, p_details, NULL) begun;
  IF replayed THEN
    transfer_ids := ledger.transfer_ids(journal_id);
    RETURN;
  END IF;
  PERFORM ledger.lock_accounts(v_debits || p_credits);
  IF v_pending.expires_at <= clock_timestamp() AND EXISTS (SELECT FROM ledger.open_holds h WHERE h.pending_id = p_pending) THEN
    PERFORM ledger.refuse('pending-expired', jsonb_build_object('pendingId', p_pending::text));
  END IF;
  PERFORM ledger.close_hold(p_pending);
  transfer_ids := ledger.book(
    journal_id, v_kind, 'post', p_pending, v_hash, v_pending.amount, v_debits, p_credits, v_assets, p_amounts, p_codes);
END $$;
GRANT EXECUTE ON FUNCTION ledger.post_hold TO tern_api, tern_worker;
