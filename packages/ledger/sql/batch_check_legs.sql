-- A step of `post_journals`: refuses journals with a leg whose accounts do not exist, have another asset, or may not have
-- such a leg by the chart. `p_of` is the journal of each leg; `p_slots`, `p_classes` and `p_own_assets` are those of
-- `batch_open_accounts`.
CREATE OR REPLACE FUNCTION ledger.batch_check_legs(
  p_keys text[], p_kinds text[], p_details jsonb[], p_legs int[], p_before int[], p_of int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[],
  p_slots int[], p_classes text[], p_own_assets text[], p_known bigint[],
  INOUT refusals text[], INOUT particulars jsonb[]
) LANGUAGE plpgsql AS $$
DECLARE
  k_items int[];
  v_refusal text;
  v_particulars jsonb;
BEGIN
  -- Most legs are like another: whether any is wrong is asked once for each sort, and only then whose it is.
  IF EXISTS (
    SELECT FROM (
      SELECT DISTINCT p_kinds[p_of[leg]] AS kind, p_codes[leg] AS code,
        p_classes[p_slots[p_debits[leg]]] AS debit, p_classes[p_slots[p_credits[leg]]] AS credit,
        p_own_assets[p_slots[p_debits[leg]]] = p_assets[leg] AND p_own_assets[p_slots[p_credits[leg]]] = p_assets[leg] AS fits
      FROM generate_series(1, cardinality(p_amounts)) AS leg
    ) l
    WHERE (l.fits AND (
      SELECT true FROM ledger.legs a
      WHERE a.kind = l.kind AND a.code = l.code AND a.debit = l.debit AND a.credit = l.credit
    )) IS NOT TRUE
  ) THEN
    SELECT array_agg(DISTINCT l.item) INTO k_items
    FROM unnest(p_of, p_debits, p_credits, p_assets, p_codes) AS l (item, debit, credit, asset, code)
    LEFT JOIN ledger.legs a ON a.kind = p_kinds[l.item] AND a.code = l.code
      AND a.debit = p_classes[p_slots[l.debit]] AND a.credit = p_classes[p_slots[l.credit]]
    WHERE (p_own_assets[p_slots[l.debit]] = l.asset AND p_own_assets[p_slots[l.credit]] = l.asset AND a.kind IS NOT NULL) IS NOT TRUE;
    FOR at IN 1 .. cardinality(k_items) LOOP
      CONTINUE WHEN refusals[k_items[at]] IS NOT NULL OR p_known[k_items[at]] IS NOT NULL;
      SELECT f.refusal, f.particulars INTO v_refusal, v_particulars
      FROM (
        SELECT array_agg(p_accounts[p_debits[leg]]) AS debits, array_agg(p_accounts[p_credits[leg]]) AS credits,
               array_agg(p_assets[leg]) AS assets, array_agg(p_amounts[leg]) AS amounts, array_agg(p_codes[leg]) AS codes
        FROM generate_series(p_before[k_items[at]] + 1, p_before[k_items[at]] + p_legs[k_items[at]]) leg
      ) own, ledger.fault_of(p_keys[k_items[at]], p_kinds[k_items[at]],
        own.debits, own.credits, own.assets, own.amounts, own.codes, p_details[k_items[at]], true) f;
      refusals[k_items[at]] := v_refusal;
      particulars[k_items[at]] := v_particulars;
    END LOOP;
  END IF;
END $$;
