-- Posts journals one after the other in the order given, as `post_journal` would, but reads, locks and writes once for
-- all of them. One row for each: what was posted, or why it was refused; a refusal leaves the others as they are.
-- `p_legs` says how many of the legs each journal has. `p_accounts` are all accounts, ascending; debits and credits are
-- places in it. Keys must differ. Takes nothing back, so it has no `reverses`.
-- The journals are walked in memory, twice: first for the balances, since each sees what the one before it left and may
-- be refused for it, then for ids and hashes, which only what is posted has.
-- The house's accounts, which all calls share, are locked last, after everything else is written, and have one entry for the
-- whole call. Where one of them may not suffice they are locked before the walk instead, which then sees what they have.
-- The reasons and figures: docs/decisions/0158-quicker-batches.md and 0163-house-accounts-locked-last.md.
CREATE OR REPLACE FUNCTION ledger.post_journals(
  p_keys text[], p_kinds text[], p_details jsonb[], p_legs int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS TABLE (journal_id bigint, transfer_ids bigint[], replayed boolean, refusal text, particulars jsonb)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- A connection keeps the plans of its first call, when the tables may still have been empty, or small enough to be read whole.
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  v_items CONSTANT int := cardinality(p_keys);
  -- The journal of each leg, and how many legs there are before each journal's.
  v_of int[];
  v_before int[];
  v_last int := 0;
  -- By journal: its content, why it is refused, the one that is there already, whether it is posted.
  v_contents bytea[];
  v_refusals text[];
  v_particulars jsonb[];
  v_known bigint[];
  v_accepted boolean[];
  -- The accounts in the order of their locks, customers first: see `batch_open_accounts`.
  v_customers int;
  v_slots int[];
  v_ids bigint[];
  v_classes text[];
  v_assets text[];
  v_floors numeric[];
  v_found numeric[];
  v_promises boolean;
  -- Whether the house is locked, and what the walk found.
  v_exact boolean;
  v_short boolean;
  w_refusals text[];
  w_particulars jsonb[];
  v_totals numeric[];
  v_lowest numeric[];
  v_balances numeric[];
  -- What is to be written: see `batch_chain`.
  v_journals bigint[];
  v_transfers bigint[];
  v_seqs bigint[];
  v_hashes bytea[];
  v_heads int[];
  v_touched boolean[];
  -- The call's name, where it moves the house, and the content of its journals.
  v_call bigint;
  v_content bytea;
BEGIN
  PERFORM ledger.batch_check_arrays(
    p_keys, p_kinds, p_details, p_legs, p_accounts, p_debits, p_credits, p_assets, p_amounts, p_codes);
  FOR item IN 1 .. v_items LOOP
    v_before[item] := v_last;
    FOR leg IN v_last + 1 .. v_last + p_legs[item] LOOP
      v_of[leg] := item;
    END LOOP;
    v_last := v_last + p_legs[item];
  END LOOP;

  -- What is wrong with each, in the order of docs/ledger.md: by itself, for its key, for its accounts.
  SELECT j.* INTO v_contents, v_refusals, v_particulars FROM ledger.batch_judge_alone(
    p_keys, p_kinds, p_details, p_legs, v_before, p_accounts, p_debits, p_credits, p_assets, p_amounts, p_codes) j;
  SELECT k.* INTO v_refusals, v_particulars, v_known
  FROM ledger.batch_find_known(p_keys, v_contents, v_refusals, v_particulars) k;
  SELECT a.* INTO v_customers, v_slots, v_ids, v_classes, v_assets, v_floors, v_promises, v_found, v_seqs, v_hashes
  FROM ledger.batch_open_accounts(p_accounts) a;
  SELECT l.* INTO v_refusals, v_particulars FROM ledger.batch_check_legs(
    p_keys, p_kinds, p_details, p_legs, v_before, v_of, p_accounts, p_debits, p_credits, p_assets, p_amounts, p_codes,
    v_slots, v_classes, v_assets, v_known, v_refusals, v_particulars) l;

  -- For what there is: with the house as it was read, or locked where that may not suffice.
  v_exact := v_promises;
  LOOP
    IF v_exact THEN
      SELECT h.* INTO v_found, v_floors FROM ledger.batch_lock_house(v_ids, v_customers, v_found, v_floors) h;
    END IF;
    SELECT w.* INTO w_refusals, w_particulars, v_accepted, v_short, v_totals, v_lowest, v_balances FROM ledger.batch_walk(
      p_legs, v_before, p_debits, p_credits, p_amounts, v_known, v_customers, v_slots, v_ids, v_floors, v_promises, v_found,
      v_exact, v_refusals, v_particulars) w;
    EXIT WHEN v_exact OR NOT v_short;
    v_exact := true;
  END LOOP;
  v_refusals := w_refusals;
  v_particulars := w_particulars;

  SELECT c.* INTO v_seqs, v_hashes, v_journals, v_transfers, v_heads, v_touched FROM ledger.batch_chain(
    p_legs, v_before, v_of, p_debits, p_credits, p_amounts, v_customers, v_slots, v_ids, v_contents, v_accepted, v_balances,
    v_seqs, v_hashes) c;
  IF true = ANY (v_touched) THEN
    SELECT min(v_journals[item]), ledger.call_content(min(v_journals[item]), array_agg(v_contents[item] ORDER BY item))
    INTO v_call, v_content
    FROM generate_series(1, v_items) AS item WHERE v_accepted[item];
  END IF;

  PERFORM ledger.batch_write_journals(
    p_keys, p_kinds, p_details, v_before, v_of, p_accounts, p_debits, p_credits, p_assets, p_amounts, p_codes,
    v_accepted, v_contents, v_journals, v_transfers, v_call);
  PERFORM ledger.batch_write_customers(
    p_accounts, p_debits, p_credits, p_amounts, v_transfers, v_customers, v_ids, v_totals, v_balances, v_seqs, v_hashes, v_heads);
  FOR item IN 1 .. v_items LOOP
    replayed := v_known[item] IS NOT NULL;
    journal_id := coalesce(v_known[item], v_journals[item]);
    transfer_ids := CASE WHEN v_accepted[item] THEN v_transfers[v_before[item] + 1:v_before[item] + p_legs[item]]
                         WHEN replayed THEN ledger.transfer_ids(journal_id) ELSE '{}' END;
    refusal := v_refusals[item];
    particulars := CASE WHEN refusal IS NOT NULL THEN v_particulars[item] END;
    RETURN NEXT;
  END LOOP;

  IF v_call IS NOT NULL THEN
    PERFORM ledger.batch_write_house(
      v_customers, v_ids, v_touched, v_found, v_totals, v_lowest, v_floors, v_exact, v_call, v_content);
  END IF;
END $$;
GRANT EXECUTE ON FUNCTION ledger.post_journals TO tern_api, tern_worker;
