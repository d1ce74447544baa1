-- A step of `post_journals`: walks the journals in memory, each seeing the balances that the one before it left, and refuses
-- those for which an account has too little. `p_exact` says that the house is locked. Where it is not and may not suffice,
-- the walk ends with `house_short` and is to be done again with the house locked.
CREATE OR REPLACE FUNCTION ledger.batch_walk(
  p_legs int[], p_before int[], p_debits int[], p_credits int[], p_amounts numeric[], p_known bigint[],
  p_customers int, p_slots int[], p_ids bigint[], p_floors numeric[], p_promises boolean, p_found numeric[], p_exact boolean,
  INOUT refusals text[], INOUT particulars jsonb[], OUT accepted boolean[], OUT house_short boolean,
  -- The balances at the end; the lowest that each account of the house came to; the balances after each entry of a customer: the
  -- debits of all legs, then the credits.
  OUT totals numeric[], OUT lowest numeric[], OUT balances numeric[]
) LANGUAGE plpgsql AS $$
DECLARE
  -- How many times what the journals take from it an account of the house must have, to be locked last.
  c_spare CONSTANT numeric := 16;
  v_count CONSTANT int := cardinality(p_amounts);
  v_kept numeric[];
  v_first int;
  v_last int;
  v_at int;
  v_doubt boolean;
  v_worst int;
  v_needed numeric;
  v_particulars jsonb;
BEGIN
  totals := p_found;
  lowest := p_found[p_customers + 1:];
  balances := array_fill(NULL::numeric, ARRAY[2 * v_count]);
  house_short := false;
  FOR item IN 1 .. cardinality(p_legs) LOOP
    accepted[item] := refusals[item] IS NULL AND p_known[item] IS NULL;
    CONTINUE WHEN NOT accepted[item];
    v_first := p_before[item] + 1;
    v_last := p_before[item] + p_legs[item];
    -- No account was short before, and a credit never makes one of the credit side so: where no debit went below the
    -- floor in between, nothing is below it at the end.
    v_doubt := p_promises;
    v_kept := lowest;
    FOR leg IN v_first .. v_last LOOP
      v_at := p_slots[p_debits[leg]];
      totals[v_at] := totals[v_at] - p_amounts[leg];
      IF totals[v_at] < p_floors[v_at] THEN
        v_doubt := true;
      END IF;
      IF v_at > p_customers THEN
        lowest[v_at - p_customers] := least(lowest[v_at - p_customers], totals[v_at]);
      ELSE
        balances[leg] := totals[v_at];
      END IF;
      v_at := p_slots[p_credits[leg]];
      totals[v_at] := totals[v_at] + p_amounts[leg];
      IF v_at <= p_customers THEN
        balances[v_count + leg] := totals[v_at];
      END IF;
    END LOOP;
    CONTINUE WHEN NOT v_doubt;
    -- One account after the other by its key: a plan made for any number would read them all.
    SELECT min(own.slot) INTO v_worst
    FROM (
      SELECT DISTINCT p_slots[place] AS slot FROM unnest(p_debits[v_first:v_last] || p_credits[v_first:v_last]) AS place
    ) own CROSS JOIN LATERAL (SELECT * FROM ledger.accounts a WHERE a.id = p_ids[own.slot] LIMIT 1) a
    WHERE a.guarded AND CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * totals[own.slot] < a.held;
    CONTINUE WHEN v_worst IS NULL;
    IF v_worst > p_customers AND NOT p_exact THEN
      house_short := true;
      RETURN;
    END IF;
    accepted[item] := false;
    lowest := v_kept;
    v_needed := -totals[v_worst];
    FOR leg IN v_first .. v_last LOOP
      v_at := p_slots[p_debits[leg]];
      totals[v_at] := totals[v_at] + p_amounts[leg];
      v_at := p_slots[p_credits[leg]];
      totals[v_at] := totals[v_at] - p_amounts[leg];
    END LOOP;
    v_needed := v_needed + totals[v_worst];
    SELECT jsonb_build_object(
      'accountId', a.id::text, 'code', a.code, 'ownerId', a.owner_id, 'asset', a.asset,
      'available', (CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * totals[v_worst] - a.held)::text,
      'needed', (CASE a.side WHEN 'credit' THEN 1 ELSE -1 END * v_needed)::text)
    INTO v_particulars FROM ledger.accounts a WHERE a.id = p_ids[v_worst];
    refusals[item] := 'exceeds-available';
    particulars[item] := v_particulars;
  END LOOP;
  -- Several times what is taken: other calls that are under way take from it too.
  FOR slot IN p_customers + 1 .. coalesce(cardinality(p_ids), 0) LOOP
    house_short := house_short OR NOT p_exact
      AND coalesce(p_found[slot] - c_spare * (p_found[slot] - lowest[slot - p_customers]) < p_floors[slot], false);
  END LOOP;
END $$;
