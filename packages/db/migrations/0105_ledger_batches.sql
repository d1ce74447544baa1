-- Many journals in one call: what a process has to post at one moment is posted together, each journal for itself.

-- What is wrong with a journal by itself, in the order of docs/ledger.md.
CREATE FUNCTION ledger.check_journal(
  p_key text, p_kind text,
  p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[], p_details jsonb
) RETURNS void LANGUAGE plpgsql AS $$
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
END $$;

-- Whether the session's role may post a kind.
CREATE FUNCTION ledger.check_kind(p_kind text) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_kind ledger.kinds;
BEGIN
  SELECT * INTO v_kind FROM ledger.kinds k WHERE k.kind = p_kind;
  IF NOT FOUND THEN
    PERFORM ledger.refuse('kind-unknown', jsonb_build_object('kind', p_kind));
  END IF;
  -- Inside a SECURITY DEFINER function the current user is the owner; the session's is who logged in.
  IF NOT (CASE session_user WHEN 'tern_api' THEN v_kind.by_api WHEN 'tern_worker' THEN v_kind.by_worker ELSE true END) THEN
    PERFORM ledger.refuse('kind-forbidden', jsonb_build_object('kind', p_kind, 'role', session_user));
  END IF;
END $$;

-- Equal requests wait here for the first, before any lock on an account. Without these locks a batch, which knows what to
-- insert only once it has locked its accounts, would wait for a key under its locks and could be waited for in a ring.
CREATE FUNCTION ledger.lock_keys(p_keys text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hash)
  FROM (SELECT hashtextextended(key, 0) AS hash FROM unnest(p_keys) AS key ORDER BY 1) AS ordered
$$;

CREATE OR REPLACE FUNCTION ledger.begin_journal(
  p_key text, p_kind text, p_hash bytea, p_details jsonb, p_reverses bigint, OUT id bigint, OUT replayed boolean
) LANGUAGE plpgsql AS $$
DECLARE
  v_known ledger.journals;
BEGIN
  PERFORM ledger.check_kind(p_kind);
  PERFORM pg_advisory_xact_lock(hashtextextended(p_key, 0));
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

-- Names what is wrong with a journal that a batch found fault with: by itself, or for its accounts.
CREATE FUNCTION ledger.fault_of(
  p_key text, p_kind text,
  p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[], p_details jsonb,
  p_accounts boolean, OUT refusal text, OUT particulars jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_debit ledger.accounts;
  v_credit ledger.accounts;
  v_detail text;
BEGIN
  IF NOT p_accounts THEN
    PERFORM ledger.check_journal(p_key, p_kind, p_debits, p_credits, p_assets, p_amounts, p_codes, p_details);
    PERFORM ledger.check_kind(p_kind);
    RETURN;
  END IF;
  FOR leg IN 1 .. cardinality(p_amounts) LOOP
    SELECT * INTO v_debit FROM ledger.accounts a WHERE a.id = p_debits[leg];
    SELECT * INTO v_credit FROM ledger.accounts a WHERE a.id = p_credits[leg];
    IF v_debit.id IS NULL OR v_credit.id IS NULL THEN
      PERFORM ledger.refuse('account-not-found', jsonb_build_object('leg', leg));
    END IF;
    IF v_debit.asset <> p_assets[leg] OR v_credit.asset <> p_assets[leg] THEN
      PERFORM ledger.refuse('asset-mismatch', jsonb_build_object('leg', leg, 'asset', p_assets[leg]));
    END IF;
    PERFORM ledger.check_leg(leg, p_kind, p_codes[leg], v_debit.class, v_credit.class);
  END LOOP;
EXCEPTION WHEN SQLSTATE 'LG000' THEN
  GET STACKED DIAGNOSTICS refusal = MESSAGE_TEXT, v_detail = PG_EXCEPTION_DETAIL;
  particulars := v_detail::jsonb;
END $$;

-- Posts journals one after the other in the order given, as `post_journal` would, but reads, locks and writes once for
-- all of them. One row for each: what was posted, or why it was refused; a refusal leaves the others as they are.
-- `p_legs` says how many of the legs each journal has. `p_accounts` are all accounts, ascending; debits and credits are
-- places in it. Keys must differ. Takes nothing back, so it has no `reverses`.
-- The journals are walked in memory: only there does each see the balances the one before it left.
CREATE FUNCTION ledger.post_journals(
  p_keys text[], p_kinds text[], p_details jsonb[], p_legs int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS TABLE (journal_id bigint, transfer_ids bigint[], replayed boolean, refusal text, particulars jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- A connection keeps the plans of its first call, when the tables may still have been empty.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  c_limit CONSTANT numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  v_kinds text[];
  v_of int[];
  v_last int := 0;
  v_first int;
  -- By journal.
  v_hashes bytea[];
  v_fine boolean[];
  v_refusals text[];
  v_particulars jsonb[];
  v_known bigint[];
  -- What a query found about some of the journals.
  k_items int[];
  k_fine boolean[];
  k_ids bigint[];
  k_hashes bytea[];
  -- The accounts in the order of their locks, and where each of `p_accounts` is among them.
  v_places int[];
  v_slots int[];
  v_ids bigint[];
  v_classes text[];
  v_assets text[];
  v_signs int[];
  v_guarded boolean[];
  v_held numeric[];
  v_versions bigint[];
  v_chains bytea[];
  -- Balances with all accepted journals, and with the one being looked at.
  v_booked numeric[];
  v_posted numeric[];
  v_worst int;
  v_at int;
  v_side int;
  v_delta numeric;
  -- What is to be written.
  j_ids bigint[] := '{}';
  j_items int[] := '{}';
  t_ids bigint[] := '{}';
  t_journals bigint[] := '{}';
  t_legs int[] := '{}';
  t_places int[] := '{}';
  e_accounts bigint[] := '{}';
  e_transfers bigint[] := '{}';
  e_seqs bigint[] := '{}';
  e_amounts numeric[] := '{}';
  e_balances numeric[] := '{}';
  e_hashes bytea[] := '{}';
  v_entry int := 0;
BEGIN
  -- Whoever holds a process's connection can call this with anything: what does not fit must not be read two ways.
  IF (cardinality(p_keys) = ALL (ARRAY[cardinality(p_kinds), cardinality(p_details), cardinality(p_legs)])
    AND 0 <= ALL (p_legs)
    AND (SELECT sum(legs) FROM unnest(p_legs) legs) = ALL (ARRAY[cardinality(p_debits), cardinality(p_credits),
      cardinality(p_assets), cardinality(p_amounts), cardinality(p_codes)])
    AND 1 = ALL (ARRAY[array_ndims(p_keys), array_ndims(p_kinds), array_ndims(p_details), array_ndims(p_legs),
      array_lower(p_keys, 1), array_lower(p_kinds, 1), array_lower(p_details, 1), array_lower(p_legs, 1),
      -- Of no legs at all these are null.
      coalesce(array_ndims(p_accounts), 1), coalesce(array_ndims(p_debits), 1), coalesce(array_ndims(p_credits), 1),
      coalesce(array_ndims(p_assets), 1), coalesce(array_ndims(p_amounts), 1), coalesce(array_ndims(p_codes), 1),
      coalesce(array_lower(p_accounts, 1), 1), coalesce(array_lower(p_debits, 1), 1), coalesce(array_lower(p_credits, 1), 1),
      coalesce(array_lower(p_assets, 1), 1), coalesce(array_lower(p_amounts, 1), 1), coalesce(array_lower(p_codes, 1), 1)]))
    IS NOT TRUE THEN
    RAISE EXCEPTION 'the arrays of a batch do not fit';
  END IF;
  FOR item IN 1 .. cardinality(p_keys) LOOP
    FOR leg IN v_last + 1 .. v_last + p_legs[item] LOOP
      v_of[leg] := item;
    END LOOP;
    v_last := v_last + p_legs[item];
  END LOOP;
  FOR place IN 2 .. cardinality(p_accounts) LOOP
    IF (p_accounts[place] > p_accounts[place - 1]) IS NOT TRUE THEN
      RAISE EXCEPTION 'the accounts of a batch must be ascending';
    END IF;
  END LOOP;

  -- By itself: everything fine is found in one query, a fault is then named by the functions that name it for a single one.
  SELECT array_agg(k.kind) INTO v_kinds FROM ledger.kinds k
  WHERE k.posted_as IS NULL AND k.kind <> 'correction'
    AND CASE session_user WHEN 'tern_api' THEN k.by_api WHEN 'tern_worker' THEN k.by_worker ELSE true END
    AND NOT EXISTS (SELECT FROM ledger.kinds h WHERE k.kind IN (h.posted_as, h.voided_as, h.expired_as));
  -- (Into arrays and not in loops over rows: those would hand every array to the query as a flat copy.)
  SELECT array_agg(item), array_agg(hash), array_agg(fine) INTO k_items, k_hashes, k_fine
  FROM (
    SELECT l.item,
      ledger.content_hash(p_kinds[l.item], NULL, array_agg(p_accounts[l.debit] ORDER BY l.leg),
        array_agg(p_accounts[l.credit] ORDER BY l.leg), array_agg(l.asset ORDER BY l.leg),
        array_agg(l.amount ORDER BY l.leg), array_agg(l.code ORDER BY l.leg), p_details[l.item], NULL) AS hash,
      bool_and((l.amount > 0 AND l.amount < c_limit AND scale(l.amount) = 0 AND l.debit <> l.credit) IS TRUE)
        AND count(*) <= 10000 AS fine
    FROM unnest(v_of, p_debits, p_credits, p_assets, p_amounts, p_codes)
      WITH ORDINALITY AS l (item, debit, credit, asset, amount, code, leg)
    GROUP BY l.item
  ) judged;
  FOR at IN 1 .. coalesce(cardinality(k_items), 0) LOOP
    v_hashes[k_items[at]] := k_hashes[at];
    v_fine[k_items[at]] := k_fine[at];
  END LOOP;
  v_last := 0;
  FOR item IN 1 .. cardinality(p_keys) LOOP
    v_first := v_last + 1;
    v_last := v_last + p_legs[item];
    CONTINUE WHEN v_fine[item] AND length(p_keys[item]) BETWEEN 1 AND 200 AND p_kinds[item] = ANY (v_kinds);
    SELECT f.refusal, f.particulars INTO refusal, particulars
    FROM ledger.fault_of(p_keys[item], p_kinds[item],
      ARRAY(SELECT p_accounts[p_debits[leg]] FROM generate_series(v_first, v_last) leg),
      ARRAY(SELECT p_accounts[p_credits[leg]] FROM generate_series(v_first, v_last) leg),
      p_assets[v_first:v_last], p_amounts[v_first:v_last], p_codes[v_first:v_last], p_details[item], false) f;
    v_refusals[item] := refusal;
    v_particulars[item] := particulars;
  END LOOP;

  PERFORM ledger.lock_keys(p_keys);
  SELECT array_agg(array_position(p_keys, j.idempotency_key)), array_agg(j.id), array_agg(j.content_hash)
  INTO k_items, k_ids, k_hashes
  FROM ledger.journals j WHERE j.idempotency_key = ANY (p_keys);
  FOR at IN 1 .. coalesce(cardinality(k_items), 0) LOOP
    CONTINUE WHEN v_refusals[k_items[at]] IS NOT NULL;
    IF k_hashes[at] = v_hashes[k_items[at]] THEN
      v_known[k_items[at]] := k_ids[at];
    ELSE
      v_refusals[k_items[at]] := 'key-reused';
      v_particulars[k_items[at]] := jsonb_build_object('key', p_keys[k_items[at]], 'journalId', k_ids[at]::text);
    END IF;
  END LOOP;

  SELECT array_agg(place), array_agg(id), array_agg(class), array_agg(asset),
         array_agg(CASE side WHEN 'credit' THEN 1 ELSE -1 END), array_agg(guarded), array_agg(posted), array_agg(held),
         array_agg(version), array_agg(last_hash)
  INTO v_places, v_ids, v_classes, v_assets, v_signs, v_guarded, v_booked, v_held, v_versions, v_chains
  FROM (
    SELECT p.place, a.* FROM unnest(p_accounts) WITH ORDINALITY AS p (id, place) JOIN ledger.accounts a ON a.id = p.id
    ORDER BY a.class <> 'customer', a.id FOR NO KEY UPDATE OF a
  ) locked;
  v_posted := v_booked;
  v_slots := array_fill(NULL::int, ARRAY[cardinality(p_accounts)]);
  FOR slot IN 1 .. cardinality(v_places) LOOP
    v_slots[v_places[slot]] := slot;
  END LOOP;

  SELECT array_agg(DISTINCT l.item) INTO k_items
  FROM unnest(v_of, p_debits, p_credits, p_assets, p_codes) AS l (item, debit, credit, asset, code)
  LEFT JOIN ledger.legs a ON a.kind = p_kinds[l.item] AND a.code = l.code
    AND a.debit = v_classes[v_slots[l.debit]] AND a.credit = v_classes[v_slots[l.credit]]
  WHERE (v_assets[v_slots[l.debit]] = l.asset AND v_assets[v_slots[l.credit]] = l.asset AND a.kind IS NOT NULL) IS NOT TRUE;
  FOR at IN 1 .. coalesce(cardinality(k_items), 0) LOOP
    CONTINUE WHEN v_refusals[k_items[at]] IS NOT NULL OR v_known[k_items[at]] IS NOT NULL;
    SELECT f.refusal, f.particulars INTO refusal, particulars
    FROM (
      SELECT array_agg(p_accounts[p_debits[leg]]) AS debits, array_agg(p_accounts[p_credits[leg]]) AS credits,
             array_agg(p_assets[leg]) AS assets, array_agg(p_amounts[leg]) AS amounts, array_agg(p_codes[leg]) AS codes
      FROM generate_series(1, cardinality(v_of)) leg WHERE v_of[leg] = k_items[at]
    ) own, ledger.fault_of(p_keys[k_items[at]], p_kinds[k_items[at]],
      own.debits, own.credits, own.assets, own.amounts, own.codes, p_details[k_items[at]], true) f;
    v_refusals[k_items[at]] := refusal;
    v_particulars[k_items[at]] := particulars;
  END LOOP;

  v_last := 0;
  FOR item IN 1 .. cardinality(p_keys) LOOP
    v_first := v_last + 1;
    v_last := v_last + p_legs[item];
    journal_id := v_known[item];
    replayed := journal_id IS NOT NULL;
    transfer_ids := CASE WHEN replayed THEN ledger.transfer_ids(journal_id) ELSE '{}' END;
    refusal := v_refusals[item];
    particulars := v_particulars[item];
    IF replayed OR refusal IS NOT NULL THEN
      RETURN NEXT;
      CONTINUE;
    END IF;

    FOR leg IN v_first .. v_last LOOP
      v_at := v_slots[p_debits[leg]];
      v_posted[v_at] := v_posted[v_at] - p_amounts[leg];
      v_at := v_slots[p_credits[leg]];
      v_posted[v_at] := v_posted[v_at] + p_amounts[leg];
    END LOOP;
    v_worst := NULL;
    FOR leg IN v_first .. v_last LOOP
      v_at := v_slots[p_debits[leg]];
      IF v_guarded[v_at] AND v_signs[v_at] * v_posted[v_at] < v_held[v_at] THEN
        v_worst := least(v_worst, v_at);
      END IF;
      v_at := v_slots[p_credits[leg]];
      IF v_guarded[v_at] AND v_signs[v_at] * v_posted[v_at] < v_held[v_at] THEN
        v_worst := least(v_worst, v_at);
      END IF;
    END LOOP;
    IF v_worst IS NOT NULL THEN
      refusal := 'exceeds-available';
      SELECT jsonb_build_object(
        'accountId', a.id::text, 'code', a.code, 'ownerId', a.owner_id, 'asset', a.asset,
        'available', (v_signs[v_worst] * v_booked[v_worst] - v_held[v_worst])::text,
        'needed', (v_signs[v_worst] * (v_booked[v_worst] - v_posted[v_worst]))::text)
      INTO particulars FROM ledger.accounts a WHERE a.id = v_ids[v_worst];
      FOR leg IN v_first .. v_last LOOP
        v_at := v_slots[p_debits[leg]];
        v_posted[v_at] := v_booked[v_at];
        v_at := v_slots[p_credits[leg]];
        v_posted[v_at] := v_booked[v_at];
      END LOOP;
      RETURN NEXT;
      CONTINUE;
    END IF;

    journal_id := nextval('ledger.journals_id_seq');
    j_ids := array_append(j_ids, journal_id);
    j_items := array_append(j_items, item);
    FOR leg IN v_first .. v_last LOOP
      transfer_ids := array_append(transfer_ids, nextval('ledger.transfers_id_seq'));
      t_ids := array_append(t_ids, transfer_ids[leg - v_first + 1]);
      t_journals := array_append(t_journals, journal_id);
      t_legs := array_append(t_legs, leg - v_first + 1);
      t_places := array_append(t_places, leg);
      FOR side IN 1 .. 2 LOOP
        IF side = 1 THEN
          v_at := v_slots[p_debits[leg]];
          v_delta := -p_amounts[leg];
        ELSE
          v_at := v_slots[p_credits[leg]];
          v_delta := p_amounts[leg];
        END IF;
        v_entry := v_entry + 1;
        v_booked[v_at] := v_booked[v_at] + v_delta;
        v_versions[v_at] := v_versions[v_at] + 1;
        v_chains[v_at] := sha256(v_chains[v_at] || ledger.entry_content(
          v_ids[v_at], v_versions[v_at], transfer_ids[leg - v_first + 1], v_delta, v_booked[v_at], v_hashes[item]));
        e_accounts[v_entry] := v_ids[v_at];
        e_transfers[v_entry] := transfer_ids[leg - v_first + 1];
        e_seqs[v_entry] := v_versions[v_at];
        e_amounts[v_entry] := v_delta;
        e_balances[v_entry] := v_booked[v_at];
        e_hashes[v_entry] := v_chains[v_at];
      END LOOP;
    END LOOP;
    RETURN NEXT;
  END LOOP;

  INSERT INTO ledger.journals (id, idempotency_key, kind, content_hash, details) OVERRIDING SYSTEM VALUE
  SELECT j.id, p_keys[j.item], p_kinds[j.item], v_hashes[j.item], p_details[j.item]
  FROM unnest(j_ids, j_items) AS j (id, item);
  INSERT INTO ledger.transfers (id, journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
  OVERRIDING SYSTEM VALUE
  SELECT t.id, t.journal, t.leg, 'posted', p_codes[t.place], p_accounts[p_debits[t.place]],
         p_accounts[p_credits[t.place]], p_assets[t.place], p_amounts[t.place]
  FROM unnest(t_ids, t_journals, t_legs, t_places) AS t (id, journal, leg, place);
  INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash)
  SELECT * FROM unnest(e_accounts, e_transfers, e_seqs, e_amounts, e_balances, e_hashes);
  UPDATE ledger.accounts a SET posted = n.posted, version = n.version, last_hash = n.last_hash
  FROM unnest(v_ids, v_booked, v_versions, v_chains) AS n (id, posted, version, last_hash)
  WHERE a.id = n.id AND a.version <> n.version;
END $$;

GRANT EXECUTE ON FUNCTION ledger.post_journals TO tern_api, tern_worker;
