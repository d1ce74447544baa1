-- Names what is wrong with a journal in which a batch found a fault: by itself (`p_accounts` false), or in its accounts.
-- Asks the functions that a single posting asks, so that both give a fault the same name.
CREATE OR REPLACE FUNCTION ledger.fault_of(
  p_key text, p_kind text,
  p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[], p_details jsonb,
  p_accounts boolean, OUT refusal text, OUT particulars jsonb
) LANGUAGE plpgsql AS $$
DECLARE
  v_debit ledger.accounts;
  v_credit ledger.accounts;
  v_detail text;
BEGIN
  IF NOT p_accounts THEN
    PERFORM ledger.check_journal(p_key, p_kind, p_debits, p_credits, p_assets, p_amounts, p_codes, p_details);
    PERFORM ledger.check_kind(p_kind);
    RETURN;
  END IF;
  FOR leg IN 1 .. cardinality(p_amounts) LOOP
    SELECT * INTO v_debit FROM ledger.accounts a WHERE a.id = p_debits[leg];
    SELECT * INTO v_credit FROM ledger.accounts a WHERE a.id = p_credits[leg];
    IF v_debit.id IS NULL OR v_credit.id IS NULL THEN
      PERFORM ledger.refuse('account-not-found', jsonb_build_object('leg', leg));
    END IF;
    IF v_debit.asset <> p_assets[leg] OR v_credit.asset <> p_assets[leg] THEN
      PERFORM ledger.refuse('asset-mismatch', jsonb_build_object('leg', leg, 'asset', p_assets[leg]));
    END IF;
    PERFORM ledger.check_leg(leg, p_kind, p_codes[leg], v_debit.class, v_credit.class);
  END LOOP;
EXCEPTION WHEN SQLSTATE 'LG000' THEN
  GET STACKED DIAGNOSTICS refusal = MESSAGE_TEXT, v_detail = PG_EXCEPTION_DETAIL;
  particulars := v_detail::jsonb;
END $$;
