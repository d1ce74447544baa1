-- A step of `post_journals`: what each journal is by its content (`hashes`), and what is wrong with it by itself, before any
-- key or account is looked at. `p_before` says how many legs there are before each journal's.
CREATE OR REPLACE FUNCTION ledger.batch_judge_alone(
  p_keys text[], p_kinds text[], p_details jsonb[], p_legs int[], p_before int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[],
  OUT hashes bytea[], OUT refusals text[], OUT particulars jsonb[]
) LANGUAGE plpgsql AS $$
DECLARE
  c_limit CONSTANT numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  v_kinds text[];
  v_fine boolean[];
  v_first int;
  v_last int;
  v_refusal text;
  v_particulars jsonb;
BEGIN
  -- By itself: everything fine is found in one query, a fault is then named by the functions that name it for a single one.
  SELECT array_agg(k.kind) INTO v_kinds FROM ledger.kinds k
  WHERE k.kind = ANY (p_kinds) AND k.posted_as IS NULL AND k.kind <> 'correction'
    AND CASE session_user WHEN 'tern_api' THEN k.by_api
      WHEN 'tern_worker' THEN k.by_worker WHEN 'tern_console' THEN k.by_console ELSE true END
    AND NOT EXISTS (SELECT FROM ledger.kinds h WHERE k.kind IN (h.posted_as, h.voided_as, h.expired_as));
  -- (Into arrays and not in loops over rows: those would hand every array to the query as a flat copy. And read by place:
  -- rows made of several arrays are put down once for each of them first.)
  SELECT array_agg(own.hash ORDER BY item), array_agg(own.fine ORDER BY item) INTO hashes, v_fine
  FROM generate_series(1, cardinality(p_keys)) AS item CROSS JOIN LATERAL (
    SELECT ledger.content_hash(p_kinds[item], NULL, array_agg(p_accounts[p_debits[leg]]),
        array_agg(p_accounts[p_credits[leg]]), array_agg(p_assets[leg]), array_agg(p_amounts[leg]), array_agg(p_codes[leg]),
        p_details[item], NULL) AS hash,
      bool_and((p_amounts[leg] > 0 AND p_amounts[leg] < c_limit AND scale(p_amounts[leg]) = 0
        AND p_debits[leg] <> p_credits[leg]) IS TRUE) AND count(*) <= 10000 AS fine
    FROM generate_series(p_before[item] + 1, p_before[item] + p_legs[item]) AS leg
  ) own;
  FOR item IN 1 .. cardinality(p_keys) LOOP
    CONTINUE WHEN v_fine[item] AND length(p_keys[item]) BETWEEN 1 AND 200 AND p_kinds[item] = ANY (v_kinds);
    v_first := p_before[item] + 1;
    v_last := p_before[item] + p_legs[item];
    SELECT f.refusal, f.particulars INTO v_refusal, v_particulars
    FROM ledger.fault_of(p_keys[item], p_kinds[item],
      ARRAY(SELECT p_accounts[p_debits[leg]] FROM generate_series(v_first, v_last) leg),
      ARRAY(SELECT p_accounts[p_credits[leg]] FROM generate_series(v_first, v_last) leg),
      p_assets[v_first:v_last], p_amounts[v_first:v_last], p_codes[v_first:v_last], p_details[item], false) f;
    refusals[item] := v_refusal;
    particulars[item] := v_particulars;
  END LOOP;
END $$;
