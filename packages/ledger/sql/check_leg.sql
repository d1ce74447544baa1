-- Refuses a leg that the chart does not list for this kind. `p_credit` is NULL for a hold whose target is not known yet.
-- Corrections may have any leg: two operators answer for them.
CREATE OR REPLACE FUNCTION ledger.check_leg(p_leg int, p_kind text, p_code text, p_debit text, p_credit text) RETURNS void
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_kind <> 'correction' AND NOT EXISTS (
    SELECT FROM ledger.legs l
    WHERE l.kind = p_kind AND l.code = p_code AND l.debit = p_debit AND l.credit IS NOT DISTINCT FROM p_credit
  ) THEN
    PERFORM ledger.refuse('leg-not-allowed', jsonb_build_object(
      'leg', p_leg, 'kind', p_kind, 'code', p_code, 'debit', p_debit, 'credit', p_credit));
  END IF;
END $$;
