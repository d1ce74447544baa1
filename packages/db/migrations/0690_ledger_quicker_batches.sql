-- The same batches for less: what is written, refused and answered, and in which order, is as before, but that a batch
-- none of whose accounts exist is refused and no longer breaks. The figures: docs/decisions/0158-quicker-batches.md.

-- Says what it said before, and is read at every change of an account: a bound inside a pattern is costly to match.
ALTER TABLE ledger.accounts
  DROP CONSTRAINT accounts_asset_check,
  ADD CONSTRAINT accounts_asset_check CHECK (asset ~ '^[a-z][a-z0-9-]*$' AND length(asset) <= 32);

-- Posts journals one after the other in the order given, as `post_journal` would, but reads, locks and writes once for
-- all of them. One row for each: what was posted, or why it was refused; a refusal leaves the others as they are.
-- `p_legs` says how many of the legs each journal has. `p_accounts` are all accounts, ascending; debits and credits are
-- places in it. Keys must differ. Takes nothing back, so it has no `reverses`.
-- The journals are walked in memory, twice: first for the balances, since each sees what the one before it left and may
-- be refused for it, then for ids and hashes, which only what is posted has.
CREATE OR REPLACE FUNCTION ledger.post_journals(
  p_keys text[], p_kinds text[], p_details jsonb[], p_legs int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS TABLE (journal_id bigint, transfer_ids bigint[], replayed boolean, refusal text, particulars jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- A connection keeps the plans of its first call, when the tables may still have been empty.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
DECLARE
  c_limit CONSTANT numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  v_items CONSTANT int := cardinality(p_keys);
  v_count CONSTANT int := cardinality(p_amounts);
  v_kinds text[];
  -- The journal of each leg, and how many legs there are before each journal's.
  v_of int[];
  v_before int[];
  v_first int;
  v_last int := 0;
  -- By journal.
  v_hashes bytea[];
  v_fine boolean[];
  v_refusals text[];
  v_particulars jsonb[];
  v_known bigint[];
  v_accepted boolean[];
  -- What a query found about some of the journals.
  k_items int[];
  k_ids bigint[];
  k_hashes bytea[];
  -- The accounts in the order of their locks, and where each of `p_accounts` is among them.
  v_locked int;
  v_slots int[];
  v_ids bigint[];
  v_classes text[];
  v_assets text[];
  -- What the balance of a guarded account of the credit side must not fall below; whether any is guarded on the debit side.
  v_floors numeric[];
  v_promises boolean;
  -- Balances with all accepted journals, and with the one being looked at.
  v_posted numeric[];
  v_doubt boolean;
  v_worst int;
  v_needed numeric;
  v_at int;
  -- What is to be written. Entries: the debits of all legs, then the credits; sequence numbers and hashes have before them
  -- what the accounts came with, so that `v_heads` can name the newest of each account among them.
  j_ids bigint[];
  t_ids bigint[];
  e_balances numeric[];
  e_seqs bigint[];
  e_hashes bytea[];
  v_heads int[];
  v_entry int;
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
  FOR item IN 1 .. v_items LOOP
    v_before[item] := v_last;
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
  WHERE k.kind = ANY (p_kinds) AND k.posted_as IS NULL AND k.kind <> 'correction'
    AND CASE session_user WHEN 'tern_api' THEN k.by_api WHEN 'tern_worker' THEN k.by_worker ELSE true END
    AND NOT EXISTS (SELECT FROM ledger.kinds h WHERE k.kind IN (h.posted_as, h.voided_as, h.expired_as));
  -- (Into arrays and not in loops over rows: those would hand every array to the query as a flat copy. And read by place:
  -- rows made of several arrays are put down once for each of them first.)
  SELECT array_agg(own.hash ORDER BY item), array_agg(own.fine ORDER BY item) INTO v_hashes, v_fine
  FROM generate_series(1, v_items) AS item CROSS JOIN LATERAL (
    SELECT ledger.content_hash(p_kinds[item], NULL, array_agg(p_accounts[p_debits[leg]]),
        array_agg(p_accounts[p_credits[leg]]), array_agg(p_assets[leg]), array_agg(p_amounts[leg]), array_agg(p_codes[leg]),
        p_details[item], NULL) AS hash,
      bool_and((p_amounts[leg] > 0 AND p_amounts[leg] < c_limit AND scale(p_amounts[leg]) = 0
        AND p_debits[leg] <> p_credits[leg]) IS TRUE) AND count(*) <= 10000 AS fine
    FROM generate_series(v_before[item] + 1, v_before[item] + p_legs[item]) AS leg
  ) own;
  FOR item IN 1 .. v_items LOOP
    CONTINUE WHEN v_fine[item] AND length(p_keys[item]) BETWEEN 1 AND 200 AND p_kinds[item] = ANY (v_kinds);
    v_first := v_before[item] + 1;
    v_last := v_before[item] + p_legs[item];
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

  SELECT array_agg(id), array_agg(class), array_agg(asset), array_agg(CASE WHEN guarded AND side = 'credit' THEN held END),
         bool_or(guarded AND side <> 'credit'), array_agg(posted), array_agg(version), array_agg(last_hash), count(*)
  INTO v_ids, v_classes, v_assets, v_floors, v_promises, v_posted, e_seqs, e_hashes, v_locked
  FROM (
    SELECT * FROM ledger.accounts a WHERE a.id = ANY (p_accounts)
    ORDER BY a.class <> 'customer', a.id FOR NO KEY UPDATE
  ) locked;
  -- Both are ascending, but that here the customers' accounts come before the house's.
  v_slots := array_fill(NULL::int, ARRAY[cardinality(p_accounts)]);
  v_at := 0;
  FOR slot IN 1 .. v_locked LOOP
    IF v_ids[slot] < p_accounts[v_at] THEN
      v_at := 0;
    END IF;
    LOOP
      v_at := v_at + 1;
      EXIT WHEN p_accounts[v_at] = v_ids[slot];
    END LOOP;
    v_slots[v_at] := slot;
  END LOOP;

  -- Most legs are like another: whether any is wrong is asked once for each sort, and only then whose it is.
  IF EXISTS (
    SELECT FROM (
      SELECT DISTINCT p_kinds[v_of[leg]] AS kind, p_codes[leg] AS code,
        v_classes[v_slots[p_debits[leg]]] AS debit, v_classes[v_slots[p_credits[leg]]] AS credit,
        v_assets[v_slots[p_debits[leg]]] = p_assets[leg] AND v_assets[v_slots[p_credits[leg]]] = p_assets[leg] AS fits
      FROM generate_series(1, v_count) AS leg
    ) l
    WHERE (l.fits AND (
      SELECT true FROM ledger.legs a
      WHERE a.kind = l.kind AND a.code = l.code AND a.debit = l.debit AND a.credit = l.credit
    )) IS NOT TRUE
  ) THEN
    SELECT array_agg(DISTINCT l.item) INTO k_items
    FROM unnest(v_of, p_debits, p_credits, p_assets, p_codes) AS l (item, debit, credit, asset, code)
    LEFT JOIN ledger.legs a ON a.kind = p_kinds[l.item] AND a.code = l.code
      AND a.debit = v_classes[v_slots[l.debit]] AND a.credit = v_classes[v_slots[l.credit]]
    WHERE (v_assets[v_slots[l.debit]] = l.asset AND v_assets[v_slots[l.credit]] = l.asset AND a.kind IS NOT NULL) IS NOT TRUE;
    FOR at IN 1 .. cardinality(k_items) LOOP
      CONTINUE WHEN v_refusals[k_items[at]] IS NOT NULL OR v_known[k_items[at]] IS NOT NULL;
      SELECT f.refusal, f.particulars INTO refusal, particulars
      FROM (
        SELECT array_agg(p_accounts[p_debits[leg]]) AS debits, array_agg(p_accounts[p_credits[leg]]) AS credits,
               array_agg(p_assets[leg]) AS assets, array_agg(p_amounts[leg]) AS amounts, array_agg(p_codes[leg]) AS codes
        FROM generate_series(v_before[k_items[at]] + 1, v_before[k_items[at]] + p_legs[k_items[at]]) leg
      ) own, ledger.fault_of(p_keys[k_items[at]], p_kinds[k_items[at]],
        own.debits, own.credits, own.assets, own.amounts, own.codes, p_details[k_items[at]], true) f;
      v_refusals[k_items[at]] := refusal;
      v_particulars[k_items[at]] := particulars;
    END LOOP;
  END IF;

  e_balances := array_fill(NULL::numeric, ARRAY[2 * v_count]);
  FOR item IN 1 .. v_items LOOP
    v_accepted[item] := v_refusals[item] IS NULL AND v_known[item] IS NULL;
    CONTINUE WHEN NOT v_accepted[item];
    v_first := v_before[item] + 1;
    v_last := v_before[item] + p_legs[item];
    -- No account was short before, and a credit never makes one of the credit side so: where no debit went below the floor
    -- in between, nothing is below it at the end.
    v_doubt := v_promises;
    FOR leg IN v_first .. v_last LOOP
      v_at := v_slots[p_debits[leg]];
      v_posted[v_at] := v_posted[v_at] - p_amounts[leg];
      e_balances[leg] := v_posted[v_at];
      IF v_posted[v_at] < v_floors[v_at] THEN
        v_doubt := true;
      END IF;
      v_at := v_slots[p_credits[leg]];
      v_posted[v_at] := v_posted[v_at] + p_amounts[leg];
      e_balances[v_count + leg] := v_posted[v_at];
    END LOOP;
    CONTINUE WHEN NOT v_doubt;
    -- One account after the other by its key: a plan made for any number would read them all.
    SELECT min(own.slot) INTO v_worst
    FROM (
      SELECT DISTINCT v_slots[place] AS slot FROM unnest(p_debits[v_first:v_last] || p_credits[v_first:v_last]) AS place
    ) own CROSS JOIN LATERAL (SELECT * FROM ledger.accounts a WHERE a.id = v_ids[own.slot] LIMIT 1) a
    WHERE a.guarded AND CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * v_posted[own.slot] < a.held;
    CONTINUE WHEN v_worst IS NULL;
    v_accepted[item] := false;
    v_needed := -v_posted[v_worst];
    FOR leg IN v_first .. v_last LOOP
      v_at := v_slots[p_debits[leg]];
      v_posted[v_at] := v_posted[v_at] + p_amounts[leg];
      v_at := v_slots[p_credits[leg]];
      v_posted[v_at] := v_posted[v_at] - p_amounts[leg];
    END LOOP;
    v_needed := v_needed + v_posted[v_worst];
    SELECT jsonb_build_object(
      'accountId', a.id::text, 'code', a.code, 'ownerId', a.owner_id, 'asset', a.asset,
      'available', (CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * v_posted[v_worst] - a.held)::text,
      'needed', (CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * v_needed)::text)
    INTO particulars FROM ledger.accounts a WHERE a.id = v_ids[v_worst];
    v_refusals[item] := 'exceeds-available';
    v_particulars[item] := particulars;
  END LOOP;

  -- Only now, with the accounts locked, so that along each account transfer ids rise.
  SELECT ARRAY(SELECT CASE WHEN v_accepted[item] THEN nextval('ledger.journals_id_seq') END
               FROM generate_series(1, v_items) AS item),
         ARRAY(SELECT CASE WHEN v_accepted[v_of[leg]] THEN nextval('ledger.transfers_id_seq') END
               FROM generate_series(1, v_count) AS leg),
         ARRAY(SELECT generate_series(1, v_locked))
  INTO j_ids, t_ids, v_heads;
  e_seqs := e_seqs || array_fill(NULL::bigint, ARRAY[2 * v_count]);
  e_hashes := e_hashes || array_fill(NULL::bytea, ARRAY[2 * v_count]);
  FOR item IN 1 .. v_items LOOP
    v_first := v_before[item] + 1;
    v_last := v_before[item] + p_legs[item];
    replayed := v_known[item] IS NOT NULL;
    journal_id := coalesce(v_known[item], j_ids[item]);
    transfer_ids := CASE WHEN v_accepted[item] THEN t_ids[v_first:v_last]
                         WHEN replayed THEN ledger.transfer_ids(journal_id) ELSE '{}' END;
    refusal := v_refusals[item];
    particulars := v_particulars[item];
    RETURN NEXT;
    CONTINUE WHEN NOT v_accepted[item];
    FOR leg IN v_first .. v_last LOOP
      v_at := v_slots[p_debits[leg]];
      v_entry := v_locked + leg;
      e_seqs[v_entry] := e_seqs[v_heads[v_at]] + 1;
      e_hashes[v_entry] := sha256(e_hashes[v_heads[v_at]] || ledger.entry_content(
        v_ids[v_at], e_seqs[v_entry], t_ids[leg], -p_amounts[leg], e_balances[leg], v_hashes[item]));
      v_heads[v_at] := v_entry;
      v_at := v_slots[p_credits[leg]];
      v_entry := v_entry + v_count;
      e_seqs[v_entry] := e_seqs[v_heads[v_at]] + 1;
      e_hashes[v_entry] := sha256(e_hashes[v_heads[v_at]] || ledger.entry_content(
        v_ids[v_at], e_seqs[v_entry], t_ids[leg], p_amounts[leg], e_balances[v_count + leg], v_hashes[item]));
      v_heads[v_at] := v_entry;
    END LOOP;
  END LOOP;

  INSERT INTO ledger.journals (id, idempotency_key, kind, content_hash, details) OVERRIDING SYSTEM VALUE
  SELECT j_ids[item], p_keys[item], p_kinds[item], v_hashes[item], p_details[item]
  FROM generate_series(1, v_items) AS item WHERE v_accepted[item];
  INSERT INTO ledger.transfers (id, journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
  OVERRIDING SYSTEM VALUE
  SELECT t_ids[leg], j_ids[v_of[leg]], leg - v_before[v_of[leg]], 'posted', p_codes[leg], p_accounts[p_debits[leg]],
         p_accounts[p_credits[leg]], p_assets[leg], p_amounts[leg]
  FROM generate_series(1, v_count) AS leg WHERE v_accepted[v_of[leg]];
  -- In the order of the index, so that neighbours in it are written together.
  INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash)
  SELECT p_accounts[p_debits[leg]], t_ids[leg], e_seqs[v_locked + leg], -p_amounts[leg], e_balances[leg],
         e_hashes[v_locked + leg]
  FROM generate_series(1, v_count) AS leg WHERE v_accepted[v_of[leg]]
  UNION ALL
  SELECT p_accounts[p_credits[leg]], t_ids[leg], e_seqs[v_locked + v_count + leg], p_amounts[leg],
         e_balances[v_count + leg], e_hashes[v_locked + v_count + leg]
  FROM generate_series(1, v_count) AS leg WHERE v_accepted[v_of[leg]]
  ORDER BY 1, 2;
  -- (A series would be taken for a thousand rows, and a small table then read whole.)
  UPDATE ledger.accounts a
  SET posted = v_posted[n.slot], version = e_seqs[v_heads[n.slot]], last_hash = e_hashes[v_heads[n.slot]]
  FROM unnest(v_ids) WITH ORDINALITY AS n (id, slot)
  WHERE a.id = n.id AND v_heads[n.slot] > v_locked;
END $$;
