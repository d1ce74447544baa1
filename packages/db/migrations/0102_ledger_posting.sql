-- Posting. Functions that processes may execute run as the owner (SECURITY DEFINER) with a fixed search path, and with
-- plans made once per connection: planning the same few statements anew for every call would cost more than running them.
-- All others are inner workings and are granted to nobody.

-- Hashes. Written once here, used when writing and when verifying.

CREATE FUNCTION ledger.content_hash(
  kind text, pending_id bigint, debits bigint[], credits bigint[], assets text[], amounts numeric[], codes text[],
  details jsonb, reverses bigint
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(
    jsonb_build_array(kind, pending_id, debits, credits, assets, amounts, codes, details, reverses)::text, 'UTF8'))
$$;

CREATE FUNCTION ledger.entry_content(
  account_id bigint, seq bigint, transfer_id bigint, amount numeric, balance_after numeric, content_hash bytea
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT convert_to(concat_ws('|', account_id, seq, transfer_id, amount, balance_after), 'UTF8') || content_hash
$$;

-- Refusals: one SQLSTATE, the code as message, the particulars as detail. @tern/ledger turns them into LedgerError.

CREATE FUNCTION ledger.refuse(code text, particulars jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'LG000', MESSAGE = code, DETAIL = particulars::text;
END $$;

-- Begins a journal. Returns its id and whether it was there already with the same content.
CREATE FUNCTION ledger.begin_journal(
  p_key text, p_kind text, p_hash bytea, p_details jsonb, p_reverses bigint, OUT id bigint, OUT replayed boolean
) LANGUAGE plpgsql AS $$
DECLARE
  v_kind ledger.kinds;
  v_known ledger.journals;
BEGIN
  SELECT * INTO v_kind FROM ledger.kinds k WHERE k.kind = p_kind;
  IF NOT FOUND THEN
    PERFORM ledger.refuse('kind-unknown', jsonb_build_object('kind', p_kind));
  END IF;
  -- Inside a SECURITY DEFINER function the current user is the owner; the session's is who logged in.
  IF NOT (CASE session_user WHEN 'tern_api' THEN v_kind.by_api WHEN 'tern_worker' THEN v_kind.by_worker ELSE true END) THEN
    PERFORM ledger.refuse('kind-forbidden', jsonb_build_object('kind', p_kind, 'role', session_user));
  END IF;
  -- First of all writes, so that of several equal requests one goes on and the others wait here without any lock.
  INSERT INTO ledger.journals (idempotency_key, kind, content_hash, details, reverses)
  VALUES (p_key, p_kind, p_hash, p_details, p_reverses)
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING journals.id INTO id;
  replayed := id IS NULL;
  IF replayed THEN
    SELECT * INTO v_known FROM ledger.journals j WHERE j.idempotency_key = p_key;
    IF v_known.content_hash <> p_hash THEN
      PERFORM ledger.refuse('key-reused', jsonb_build_object('key', p_key, 'journalId', v_known.id::text));
    END IF;
    id := v_known.id;
  END IF;
END $$;

-- Checks what can be checked without looking at any row, in the order of docs/ledger.md.
CREATE FUNCTION ledger.check_shape(
  p_key text, p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  c_limit CONSTANT numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  v_legs int := cardinality(p_amounts);
BEGIN
  IF p_key IS NULL OR length(p_key) NOT BETWEEN 1 AND 200 THEN
    PERFORM ledger.refuse('key-invalid', jsonb_build_object('key', p_key));
  END IF;
  IF (v_legs BETWEEN 1 AND 10000 AND v_legs = ALL (ARRAY[
    cardinality(p_debits), cardinality(p_credits), cardinality(p_assets), cardinality(p_codes)])) IS NOT TRUE THEN
    PERFORM ledger.refuse('legs-invalid', jsonb_build_object('legs', v_legs));
  END IF;
  FOR leg IN 1 .. v_legs LOOP
    IF (p_amounts[leg] > 0 AND p_amounts[leg] < c_limit AND scale(p_amounts[leg]) = 0) IS NOT TRUE THEN
      PERFORM ledger.refuse('amount-invalid', jsonb_build_object('leg', leg, 'amount', p_amounts[leg]::text));
    END IF;
    IF p_debits[leg] = p_credits[leg] THEN
      PERFORM ledger.refuse('accounts-equal', jsonb_build_object('leg', leg, 'accountId', p_debits[leg]::text));
    END IF;
  END LOOP;
END $$;

-- Whether a kind may have such a leg. `p_credit` is NULL for a hold whose target is not known yet.
CREATE FUNCTION ledger.check_leg(p_leg int, p_kind text, p_code text, p_debit text, p_credit text) RETURNS void
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_kind <> 'correction' AND NOT EXISTS (
    SELECT FROM ledger.legs l
    WHERE l.kind = p_kind AND l.code = p_code AND l.debit = p_debit AND l.credit IS NOT DISTINCT FROM p_credit
  ) THEN
    PERFORM ledger.refuse('leg-not-allowed', jsonb_build_object(
      'leg', p_leg, 'kind', p_kind, 'code', p_code, 'debit', p_debit, 'credit', p_credit));
  END IF;
END $$;

CREATE FUNCTION ledger.refuse_overdraft(p_account bigint, p_available numeric, p_needed numeric) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_account ledger.accounts;
BEGIN
  SELECT * INTO v_account FROM ledger.accounts a WHERE a.id = p_account;
  PERFORM ledger.refuse('exceeds-available', jsonb_build_object(
    'accountId', p_account::text, 'code', v_account.code, 'ownerId', v_account.owner_id, 'asset', v_account.asset,
    'available', p_available::text, 'needed', p_needed::text));
END $$;

-- Books a begun journal: locks the accounts, checks every leg and then every balance, writes transfers, entries and
-- totals. `p_release` is taken off what the first debit account holds. Accounts are read once into arrays and written
-- once from them: for the few legs of a usual journal that costs half of what one set-based statement does.
CREATE FUNCTION ledger.book(
  p_journal bigint, p_kind text, p_state text, p_pending bigint, p_hash bytea, p_release numeric,
  p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  -- The accounts, in the order of the locks.
  v_ids bigint[];
  v_classes text[];
  v_assets text[];
  v_signs int[];
  v_guarded boolean[];
  v_before numeric[];
  v_posted numeric[];
  v_held numeric[];
  v_versions bigint[];
  v_hashes bytea[];
  -- The entries: two for each leg.
  e_accounts bigint[];
  e_transfers bigint[];
  e_seqs bigint[];
  e_amounts numeric[];
  e_balances numeric[];
  e_hashes bytea[];
  v_transfers bigint[];
  v_at int;
  v_delta numeric;
  v_available numeric;
BEGIN
  SELECT array_agg(id), array_agg(class), array_agg(asset), array_agg(CASE side WHEN 'credit' THEN 1 ELSE -1 END),
         array_agg(guarded), array_agg(posted), array_agg(held), array_agg(version), array_agg(last_hash)
  INTO v_ids, v_classes, v_assets, v_signs, v_guarded, v_posted, v_held, v_versions, v_hashes
  FROM (
    SELECT * FROM ledger.accounts a WHERE a.id = ANY (p_debits || p_credits)
    ORDER BY a.class <> 'customer', a.id FOR NO KEY UPDATE
  ) locked;
  v_before := v_posted;

  FOR leg IN 1 .. cardinality(p_amounts) LOOP
    IF array_position(v_ids, p_debits[leg]) IS NULL OR array_position(v_ids, p_credits[leg]) IS NULL THEN
      PERFORM ledger.refuse('account-not-found', jsonb_build_object('leg', leg));
    END IF;
    IF v_assets[array_position(v_ids, p_debits[leg])] <> p_assets[leg]
      OR v_assets[array_position(v_ids, p_credits[leg])] <> p_assets[leg] THEN
      PERFORM ledger.refuse('asset-mismatch', jsonb_build_object('leg', leg, 'asset', p_assets[leg]));
    END IF;
    PERFORM ledger.check_leg(leg, p_kind, p_codes[leg],
      v_classes[array_position(v_ids, p_debits[leg])], v_classes[array_position(v_ids, p_credits[leg])]);
  END LOOP;

  -- Only now, with the accounts locked, so that along each account transfer ids rise.
  WITH written AS (
    INSERT INTO ledger.transfers (journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount, pending_id)
    SELECT p_journal, l.leg, p_state, l.code, l.debit, l.credit, l.asset, l.amount, p_pending
    FROM unnest(p_debits, p_credits, p_assets, p_amounts, p_codes)
      WITH ORDINALITY AS l (debit, credit, asset, amount, code, leg)
    ORDER BY l.leg
    RETURNING id, leg
  )
  SELECT array_agg(id ORDER BY leg) INTO v_transfers FROM written;

  FOR leg IN 1 .. cardinality(p_amounts) LOOP
    FOR side IN 1 .. 2 LOOP
      v_at := array_position(v_ids, CASE side WHEN 1 THEN p_debits[leg] ELSE p_credits[leg] END);
      v_delta := CASE side WHEN 1 THEN -p_amounts[leg] ELSE p_amounts[leg] END;
      v_posted[v_at] := v_posted[v_at] + v_delta;
      v_versions[v_at] := v_versions[v_at] + 1;
      v_hashes[v_at] := sha256(v_hashes[v_at] || ledger.entry_content(
        v_ids[v_at], v_versions[v_at], v_transfers[leg], v_delta, v_posted[v_at], p_hash));
      e_accounts[2 * leg + side - 2] := v_ids[v_at];
      e_transfers[2 * leg + side - 2] := v_transfers[leg];
      e_seqs[2 * leg + side - 2] := v_versions[v_at];
      e_amounts[2 * leg + side - 2] := v_delta;
      e_balances[2 * leg + side - 2] := v_posted[v_at];
      e_hashes[2 * leg + side - 2] := v_hashes[v_at];
    END LOOP;
  END LOOP;

  v_at := array_position(v_ids, p_debits[1]);
  v_held[v_at] := v_held[v_at] - p_release;
  FOR at IN 1 .. cardinality(v_ids) LOOP
    IF v_guarded[at] AND v_signs[at] * v_posted[at] < v_held[at] THEN
      v_available := v_signs[at] * v_before[at] - v_held[at];
      PERFORM ledger.refuse_overdraft(v_ids[at], v_available, v_signs[at] * (v_before[at] - v_posted[at]));
    END IF;
  END LOOP;

  INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash)
  SELECT * FROM unnest(e_accounts, e_transfers, e_seqs, e_amounts, e_balances, e_hashes);
  UPDATE ledger.accounts a
  SET posted = n.posted, held = n.held, version = n.version, last_hash = n.last_hash
  FROM unnest(v_ids, v_posted, v_held, v_versions, v_hashes) AS n (id, posted, held, version, last_hash)
  WHERE a.id = n.id;
  RETURN v_transfers;
END $$;

CREATE FUNCTION ledger.transfer_ids(p_journal bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(id ORDER BY leg) FROM ledger.transfers WHERE journal_id = p_journal
$$;

-- The customer's account for an asset in a wallet, made at the first call.
CREATE FUNCTION ledger.open_customer_account(p_owner uuid, p_wallet uuid, p_asset text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_account ledger.accounts;
BEGIN
  INSERT INTO ledger.accounts (class, code, side, guarded, owner_id, wallet_id, asset)
  SELECT class, class, side, guarded, p_owner, p_wallet, p_asset FROM ledger.classes WHERE class = 'customer'
  ON CONFLICT (wallet_id, asset) WHERE class = 'customer' DO NOTHING;
  SELECT * INTO v_account FROM ledger.accounts a WHERE a.wallet_id = p_wallet AND a.asset = p_asset AND a.class = 'customer';
  IF v_account.owner_id <> p_owner THEN
    PERFORM ledger.refuse('wallet-owned-by-another', jsonb_build_object('walletId', p_wallet));
  END IF;
  RETURN v_account.id;
END $$;

-- The house's account of a code for an asset, made at the first call. Codes are classes, or `promotion:<campaign>`.
CREATE FUNCTION ledger.house_account(p_code text, p_asset text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_class ledger.classes;
  v_id bigint;
BEGIN
  SELECT id INTO v_id FROM ledger.accounts a WHERE a.code = p_code AND a.asset = p_asset AND a.class <> 'customer';
  IF v_id IS NOT NULL THEN
    RETURN v_id;
  END IF;
  SELECT * INTO v_class FROM ledger.classes c
  WHERE c.class <> 'customer'
    AND CASE c.class WHEN 'promotion' THEN p_code ~ '^promotion:[a-z0-9-]{1,64}$' ELSE p_code = c.class END;
  IF v_class.class IS NULL THEN
    PERFORM ledger.refuse('account-not-found', jsonb_build_object('code', p_code));
  END IF;
  INSERT INTO ledger.accounts (class, code, side, guarded, asset)
  VALUES (v_class.class, p_code, v_class.side, v_class.guarded, p_asset)
  ON CONFLICT (code, asset) WHERE class <> 'customer' DO NOTHING;
  SELECT id INTO v_id FROM ledger.accounts a WHERE a.code = p_code AND a.asset = p_asset AND a.class <> 'customer';
  RETURN v_id;
END $$;

-- Posts a journal of any number of legs, whole or not at all.
CREATE FUNCTION ledger.post_journal(
  p_key text, p_kind text,
  p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[],
  p_details jsonb, p_reverses bigint,
  OUT journal_id bigint, OUT transfer_ids bigint[], OUT replayed boolean
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_hash bytea;
BEGIN
  PERFORM ledger.check_shape(p_key, p_debits, p_credits, p_assets, p_amounts, p_codes);
  IF EXISTS (
    SELECT FROM ledger.kinds k
    WHERE k.posted_as IS NOT NULL AND p_kind IN (k.kind, k.posted_as, k.voided_as, k.expired_as)
  ) THEN
    PERFORM ledger.refuse('kind-not-immediate', jsonb_build_object('kind', p_kind));
  END IF;
  IF p_kind = 'correction' AND (
    jsonb_typeof(p_details -> 'operators') = 'array' AND jsonb_array_length(p_details -> 'operators') = 2
    AND p_details -> 'operators' ->> 0 <> p_details -> 'operators' ->> 1
    AND length(p_details ->> 'reason') > 0
  ) IS NOT TRUE THEN
    PERFORM ledger.refuse('two-operators-needed', '{}');
  END IF;
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

GRANT EXECUTE ON FUNCTION ledger.open_customer_account, ledger.house_account, ledger.post_journal TO tern_api, tern_worker;
-- Pure: verification recomputes with them.
GRANT EXECUTE ON FUNCTION ledger.content_hash, ledger.entry_content TO tern_api, tern_worker;
