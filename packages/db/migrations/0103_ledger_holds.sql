-- Holds: reserve, then post, void or expire, once.

-- Locks accounts in one order for everyone, so that no two journals wait for each other in a ring: customers first,
-- the house last, because house accounts are shared by all and should be locked for the shortest time.
CREATE FUNCTION ledger.lock_accounts(p_accounts bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM ledger.accounts a WHERE a.id = ANY (p_accounts)
  ORDER BY a.class <> 'customer', a.id FOR NO KEY UPDATE
$$;

-- The pending transfer, or a refusal. Does not say whether it is still open.
CREATE FUNCTION ledger.pending_transfer(p_pending bigint) RETURNS ledger.transfers LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_pending ledger.transfers;
BEGIN
  SELECT * INTO v_pending FROM ledger.transfers t WHERE t.id = p_pending AND t.state = 'pending';
  IF v_pending.id IS NULL THEN
    PERFORM ledger.refuse('pending-not-found', jsonb_build_object('pendingId', p_pending::text));
  END IF;
  RETURN v_pending;
END $$;

-- Takes a pending transfer off the open ones. Its account must be locked: that is what makes the first one win.
CREATE FUNCTION ledger.close_hold(p_pending bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_outcome text;
BEGIN
  DELETE FROM ledger.open_holds WHERE pending_id = p_pending;
  IF NOT FOUND THEN
    SELECT state INTO v_outcome FROM ledger.transfers WHERE pending_id = p_pending AND leg = 1;
    PERFORM ledger.refuse('pending-already-resolved', jsonb_build_object('pendingId', p_pending::text, 'outcome', v_outcome));
  END IF;
END $$;

-- Ends a hold without moving money: `void` or `expire`.
CREATE FUNCTION ledger.drop_hold(
  p_key text, p_pending ledger.transfers, p_outcome text, p_details jsonb, OUT journal_id bigint, OUT replayed boolean
) LANGUAGE plpgsql AS $$
DECLARE
  v_debits bigint[] := ARRAY[p_pending.debit_account_id];
  v_credits bigint[] := ARRAY[p_pending.credit_account_id];
  v_assets text[] := ARRAY[p_pending.asset];
  v_amounts numeric[] := ARRAY[p_pending.amount];
  v_codes text[] := ARRAY[p_pending.code];
  v_kind text;
BEGIN
  SELECT CASE p_outcome WHEN 'void' THEN k.voided_as ELSE k.expired_as END INTO v_kind
  FROM ledger.journals j JOIN ledger.kinds k ON k.kind = j.kind WHERE j.id = p_pending.journal_id;
  SELECT begun.id, begun.replayed INTO journal_id, replayed FROM ledger.begin_journal(
    p_key, v_kind,
    ledger.content_hash(v_kind, p_pending.id, v_debits, v_credits, v_assets, v_amounts, v_codes, p_details, NULL),
    p_details, NULL) begun;
  IF replayed THEN
    RETURN;
  END IF;
  PERFORM ledger.lock_accounts(v_debits);
  PERFORM ledger.close_hold(p_pending.id);
  INSERT INTO ledger.transfers (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount, pending_id)
  VALUES (journal_id, 1, p_outcome, p_pending.code, p_pending.debit_account_id, p_pending.credit_account_id,
          p_pending.asset, p_pending.amount, p_pending.id);
  UPDATE ledger.accounts SET held = held - p_pending.amount WHERE id = p_pending.debit_account_id;
END $$;

-- Reserves an amount on an account. `p_credit` may be NULL when the target is not known yet.
CREATE FUNCTION ledger.hold_funds(
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

-- Moves all of a held amount to one or several accounts.
CREATE FUNCTION ledger.post_hold(
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

-- Gives a held amount back.
CREATE FUNCTION ledger.void_hold(
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

-- Gives back what is held beyond its expiry, at most `p_limit` holds. Returns the pending ids.
CREATE FUNCTION ledger.expire_holds(p_limit integer) RETURNS bigint[]
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

GRANT EXECUTE ON FUNCTION ledger.hold_funds, ledger.post_hold, ledger.void_hold TO tern_api, tern_worker;
GRANT EXECUTE ON FUNCTION ledger.expire_holds TO tern_worker;
