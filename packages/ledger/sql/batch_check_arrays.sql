-- A step of `post_journals`: refuses arguments that do not fit together, before anything is read or locked. These are no
-- refusals of a journal but faults of the caller.
CREATE OR REPLACE FUNCTION ledger.batch_check_arrays(
  p_keys text[], p_kinds text[], p_details jsonb[], p_legs int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS void LANGUAGE plpgsql AS $$
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
  FOR place IN 2 .. cardinality(p_accounts) LOOP
    IF (p_accounts[place] > p_accounts[place - 1]) IS NOT TRUE THEN
      RAISE EXCEPTION 'the accounts of a batch must be ascending';
    END IF;
  END LOOP;
END $$;
