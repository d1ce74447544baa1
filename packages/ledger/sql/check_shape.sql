-- Refuses what is wrong with a journal by itself, before any row is looked at: key, number of legs, amounts, equal accounts.
-- Lists that do not begin at one, or are lists of lists, are something else by place than row by row: a leg would be checked
-- with one asset and written with another. The order of the checks is that of docs/ledger.md, so that the same fault always
-- gets the same name.
CREATE OR REPLACE FUNCTION ledger.check_shape(
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
    cardinality(p_debits), cardinality(p_credits), cardinality(p_assets), cardinality(p_codes)])
    AND 1 = ALL (ARRAY[
      array_ndims(p_debits), array_ndims(p_credits), array_ndims(p_assets), array_ndims(p_amounts), array_ndims(p_codes),
      array_lower(p_debits, 1), array_lower(p_credits, 1), array_lower(p_assets, 1), array_lower(p_amounts, 1),
      array_lower(p_codes, 1)])) IS NOT TRUE THEN
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
