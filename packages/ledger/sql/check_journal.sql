-- Refuses what is wrong with a journal that moves money at once: its shape, a kind that belongs to holds, a correction without
-- two operators and a reason.
CREATE OR REPLACE FUNCTION ledger.check_journal(
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
