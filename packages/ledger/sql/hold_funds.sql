-- Reserves an amount on an account: raises `held` and leaves `posted` as it is. `p_credit` may be NULL while the target is
-- not known.
CREATE OR REPLACE FUNCTION ledger.hold_funds(
  p_key text, p_kind text, p_debit bigint, p_credit bigint, p_asset text, p_amount numeric, p_code text,
  p_expires_at timestamptz, p_details jsonb,
  OUT pending_id bigint, OUT journal_id bigint, OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_debits bigint[] := ARRAY[p_debit];
  v_credits bigint[] := ARRAY[p_credit];
  v_assets text[] := ARRAY[p_asset];
  v_amounts numeric[] := ARRAY[p_amount];
  v_codes text[] := ARRAY[p_code];
  v_account ledger.accounts;
  v_target ledger.accounts;
BEGIN
  PERFORM ledger.check_shape(p_key, v_debits, v_credits, v_assets, v_amounts, v_codes);
  IF NOT EXISTS (SELECT FROM ledger.kinds k WHERE k.kind = p_kind AND k.posted_as IS NOT NULL) THEN
    PERFORM ledger.refuse('kind-not-a-hold', jsonb_build_object('kind', p_kind));
  END IF;
  -- The expiry is left out: the same request made again computes it anew.
  SELECT begun.id, begun.replayed INTO journal_id, replayed FROM ledger.begin_journal(
    p_key, p_kind,
    ledger.content_hash(p_kind, NULL, v_debits, v_credits, v_assets, v_amounts, v_codes, p_details, NULL),
    p_details, NULL) begun;
  IF replayed THEN
    pending_id := (ledger.transfer_ids(journal_id))[1];
    RETURN;
  END IF;
  PERFORM ledger.lock_accounts(v_debits);
  SELECT * INTO v_account FROM ledger.accounts a WHERE a.id = p_debit;
  SELECT * INTO v_target FROM ledger.accounts a WHERE a.id = p_credit;
  IF v_account.id IS NULL OR (v_target.id IS NULL AND p_credit IS NOT NULL) THEN
    PERFORM ledger.refuse('account-not-found', jsonb_build_object('leg', 1));
  END IF;
  IF v_account.asset <> p_asset OR v_target.asset <> p_asset THEN
    PERFORM ledger.refuse('asset-mismatch', jsonb_build_object('leg', 1, 'asset', p_asset));
  END IF;
  PERFORM ledger.check_leg(1, p_kind, p_code, v_account.class, v_target.class);
  IF v_account.posted - v_account.held < p_amount THEN
    PERFORM ledger.refuse_overdraft(p_debit, v_account.posted - v_account.held, p_amount);
  END IF;
  INSERT INTO ledger.transfers
    (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount, expires_at)
  VALUES (journal_id, 1, 'pending', p_code, p_debit, p_credit, p_asset, p_amount, p_expires_at)
  RETURNING id INTO pending_id;
  INSERT INTO ledger.open_holds (pending_id, account_id, amount, expires_at)
  VALUES (hold_funds.pending_id, p_debit, p_amount, p_expires_at);
  UPDATE ledger.accounts SET held = held + p_amount WHERE id = p_debit;
END $$;
GRANT EXECUTE ON FUNCTION ledger.hold_funds TO tern_api, tern_worker;
