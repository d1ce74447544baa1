-- Posts one journal in which accounts of the house pay customers, as `post_journals` would post it and for less: with no walk
-- from leg to leg, since no customer has two legs from one account. `p_counts` says how many of the parts each of `p_sources`
-- pays, with the code of the same place in `p_codes`.
-- Whatever is out of the ordinary (a fault, a key that was used, a customer twice, a house that may not suffice) is left to
-- `post_journals`, before anything is written. Locks are taken in its order: the key, customers, the house after all else.
-- The reasons and figures: docs/decisions/0164-payouts-in-sets.md.
CREATE OR REPLACE FUNCTION ledger.post_payout(
  p_key text, p_kind text, p_details jsonb, p_asset text,
  p_sources bigint[], p_codes text[], p_counts int[], p_accounts bigint[], p_amounts numeric[]
) RETURNS TABLE (journal_id bigint, replayed boolean, refusal text, particulars jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- A connection keeps the plans of its first call, when the tables may still have been empty, or small enough to be read whole.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  c_limit CONSTANT numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  -- How many times what it pays an account of the house must have, to be locked last.
  c_spare CONSTANT numeric := 16;
  -- Each account that pays is a statement of its own.
  c_sources CONSTANT int := 8;
  v_count CONSTANT int := cardinality(p_amounts);
  v_people int;
  v_first int := 1;
  v_last int;
  v_ordinary boolean;
  -- Of each leg: the account that pays and the code. Of each of `p_sources`: what it pays.
  v_debits bigint[];
  v_codes text[];
  v_totals numeric[];
  v_hash bytea;
  v_transfers bigint[];
  v_source record;
  v_house ledger.accounts;
  v_entry bigint;
BEGIN
  -- Whoever holds a process's connection can call this with anything: what does not fit must not be read two ways.
  IF (cardinality(p_sources) = ALL (ARRAY[cardinality(p_codes), cardinality(p_counts)]) AND v_count = cardinality(p_accounts)
    AND 0 < ALL (p_counts) AND (SELECT sum(parts) FROM unnest(p_counts) AS parts) = v_count
    AND 1 = ALL (ARRAY[array_ndims(p_sources), array_ndims(p_codes), array_ndims(p_counts), array_ndims(p_accounts),
      array_ndims(p_amounts), array_lower(p_sources, 1), array_lower(p_codes, 1), array_lower(p_counts, 1),
      array_lower(p_accounts, 1), array_lower(p_amounts, 1)])) IS NOT TRUE THEN
    RAISE EXCEPTION 'the arrays of a payout do not fit';
  END IF;

  -- First what can be seen without a lock.
  v_ordinary := cardinality(p_sources) <= c_sources AND v_count <= 10000 AND length(p_key) BETWEEN 1 AND 200
    AND array_position(p_accounts, NULL) IS NULL
    AND (SELECT count(DISTINCT id) = count(*) FROM unnest(p_sources) AS id)
    AND (
      SELECT count(*) = cardinality(p_sources) FROM unnest(p_sources) AS s (id)
      CROSS JOIN LATERAL (SELECT FROM ledger.accounts a WHERE a.id = s.id AND a.owner_id IS NULL LIMIT 1) a
    )
    AND (SELECT bool_and((amount > 0 AND amount < c_limit AND scale(amount) = 0) IS TRUE) FROM unnest(p_amounts) AS amount)
    AND EXISTS (
      SELECT FROM ledger.kinds k
      WHERE k.kind = p_kind AND k.posted_as IS NULL AND k.kind <> 'correction'
        AND CASE session_user WHEN 'tern_api' THEN k.by_api
          WHEN 'tern_worker' THEN k.by_worker WHEN 'tern_console' THEN k.by_console ELSE true END
        AND NOT EXISTS (SELECT FROM ledger.kinds h WHERE k.kind IN (h.posted_as, h.voided_as, h.expired_as))
    );
  IF v_ordinary THEN
    FOR at IN 1 .. cardinality(p_sources) LOOP
      v_last := v_first + p_counts[at] - 1;
      v_debits := v_debits || array_fill(p_sources[at], ARRAY[p_counts[at]]);
      v_codes := v_codes || array_fill(p_codes[at], ARRAY[p_counts[at]]);
      v_totals[at] := (SELECT sum(amount) FROM unnest(p_amounts[v_first:v_last]) AS amount);
      v_first := v_last + 1;
    END LOOP;
    -- Of one account that pays, the locks will tell: they count its customers.
    v_people := v_count;
    IF cardinality(p_sources) > 1 THEN
      SELECT v_ordinary AND count(DISTINCT (debit, account)) = v_count, count(DISTINCT account) INTO v_ordinary, v_people
      FROM unnest(v_debits, p_accounts) AS paid (debit, account);
    END IF;
  END IF;
  IF v_ordinary THEN
    PERFORM ledger.lock_keys(ARRAY[p_key]);
    v_ordinary := NOT EXISTS (SELECT FROM ledger.journals j WHERE j.idempotency_key = p_key);
    -- (By the owner and not the class, lest all customers be looked through by an index of theirs.)
    SELECT v_ordinary AND count(*) = v_people AND bool_and(class = 'customer' AND asset = p_asset) INTO v_ordinary
    FROM (
      SELECT class, asset FROM ledger.accounts a WHERE a.id = ANY (p_accounts) AND a.owner_id IS NOT NULL
      ORDER BY a.id FOR NO KEY UPDATE
    ) locked;
    -- The house as it is now: never less than that when it is locked, or this is done again.
    SELECT v_ordinary AND count(*) = cardinality(p_sources) INTO v_ordinary
    FROM unnest(p_sources, p_codes, v_totals) AS s (id, code, total) CROSS JOIN LATERAL (
      SELECT * FROM ledger.accounts a WHERE a.id = s.id LIMIT 1
    ) a
    WHERE a.asset = p_asset AND (NOT a.guarded OR a.side = 'credit' AND a.posted - c_spare * s.total >= a.held) AND EXISTS (
      SELECT FROM ledger.legs l WHERE l.kind = p_kind AND l.code = s.code AND l.debit = a.class AND l.credit = 'customer'
    );
  END IF;

  IF v_ordinary IS NOT TRUE THEN
    RETURN QUERY
    WITH legs AS (
      SELECT row_number() OVER (ORDER BY s.at, part) AS leg, s.id, s.code
      FROM unnest(p_sources, p_codes, p_counts) WITH ORDINALITY AS s (id, code, parts, at), generate_series(1, s.parts) AS part
    ), named AS (
      SELECT side, leg, id, CASE WHEN id IS NOT NULL THEN dense_rank() OVER (ORDER BY id) END::int AS place
      FROM (
        SELECT 'debit' AS side, leg, id FROM legs
        UNION ALL
        SELECT 'credit', leg, id FROM unnest(p_accounts) WITH ORDINALITY AS c (id, leg)
      ) sides
    )
    SELECT p.journal_id, p.replayed, p.refusal, p.particulars
    FROM (
      SELECT array_agg(DISTINCT id ORDER BY id) FILTER (WHERE id IS NOT NULL) AS ids,
             array_agg(place ORDER BY leg) FILTER (WHERE side = 'debit') AS debits,
             array_agg(place ORDER BY leg) FILTER (WHERE side = 'credit') AS credits
      FROM named
    ) n, ledger.post_journals(ARRAY[p_key], ARRAY[p_kind], ARRAY[p_details], ARRAY[v_count], n.ids, n.debits, n.credits,
      array_fill(p_asset, ARRAY[v_count]), p_amounts, ARRAY(SELECT code FROM legs ORDER BY leg)) p;
    RETURN;
  END IF;

  -- What `content_hash` hashes, without a tree of values made for it: asset and codes are the chart's, with nothing to escape.
  v_hash := sha256(convert_to(concat(
    '[', to_json(p_kind), ', null, [', array_to_string(v_debits, ', '), '], [', array_to_string(p_accounts, ', '),
    '], ["', array_to_string(array_fill(p_asset, ARRAY[v_count]), '", "'), '"], [', array_to_string(p_amounts, ', '),
    '], ["', array_to_string(v_codes, '", "'), '"], ', p_details, ', null]'), 'UTF8'));
  -- Only now, with the customers' accounts locked, so that along each of them transfer ids rise.
  journal_id := nextval('ledger.journals_id_seq');
  v_transfers := ARRAY(SELECT nextval('ledger.transfers_id_seq') FROM generate_series(1, v_count));
  INSERT INTO ledger.journals (id, idempotency_key, kind, content_hash, details, call_id) OVERRIDING SYSTEM VALUE
  VALUES (journal_id, p_key, p_kind, v_hash, p_details, journal_id);
  INSERT INTO ledger.transfers (id, journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
  OVERRIDING SYSTEM VALUE
  SELECT l.id, post_payout.journal_id, l.leg, 'posted', l.code, l.debit, l.credit, p_asset, l.amount
  FROM unnest(v_transfers, v_codes, v_debits, p_accounts, p_amounts) WITH ORDINALITY AS l (id, code, debit, credit, amount, leg);
  v_first := 1;
  FOR at IN 1 .. cardinality(p_sources) LOOP
    v_last := v_first + p_counts[at] - 1;
    WITH paid AS (
      UPDATE ledger.accounts a
      SET posted = a.posted + l.amount, version = a.version + 1, last_hash = sha256(a.last_hash || ledger.entry_content(
        a.id, a.version + 1, l.id, l.amount, a.posted + l.amount, v_hash))
      FROM unnest(v_transfers[v_first:v_last], p_accounts[v_first:v_last], p_amounts[v_first:v_last]) AS l (id, account, amount)
      WHERE a.id = l.account
      RETURNING a.id, l.id AS transfer_id, a.version, l.amount, a.posted, a.last_hash
    )
    INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash)
    SELECT paid.id, paid.transfer_id, paid.version, paid.amount, paid.posted, paid.last_hash FROM paid;
    v_first := v_last + 1;
  END LOOP;

  -- The house, held from here to the commit. An entry's id is drawn under its account's lock, so that along it they rise.
  FOR v_source IN SELECT * FROM unnest(p_sources, v_totals) AS s (id, total) ORDER BY s.id LOOP
    SELECT * INTO v_house FROM ledger.accounts a WHERE a.id = v_source.id FOR NO KEY UPDATE;
    v_house.posted := v_house.posted - v_source.total;
    IF v_house.guarded AND v_house.posted < v_house.held THEN
      RAISE EXCEPTION 'the house has less than when the call began' USING ERRCODE = 'serialization_failure';
    END IF;
    v_entry := nextval('ledger.transfers_id_seq');
    v_house.version := v_house.version + 1;
    v_house.last_hash := sha256(v_house.last_hash || ledger.entry_content(v_house.id, v_house.version, v_entry,
      -v_source.total, v_house.posted, ledger.call_content(journal_id, ARRAY[v_hash])));
    INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash, call_id)
    VALUES (v_house.id, v_entry, v_house.version, -v_source.total, v_house.posted, v_house.last_hash, journal_id);
    UPDATE ledger.accounts a SET posted = v_house.posted, version = v_house.version, last_hash = v_house.last_hash
    WHERE a.id = v_house.id;
  END LOOP;
  replayed := false;
  RETURN NEXT;
END $$;
GRANT EXECUTE ON FUNCTION ledger.post_payout TO tern_api, tern_worker;
