-- Refuses with what the account has and what was needed, by the names a caller understands.
CREATE OR REPLACE FUNCTION ledger.refuse_overdraft(p_account bigint, p_available numeric, p_needed numeric) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_account ledger.accounts;
BEGIN
  SELECT * INTO v_account FROM ledger.accounts a WHERE a.id = p_account;
  PERFORM ledger.refuse('exceeds-available', jsonb_build_object(
    'accountId', p_account::text, 'code', v_account.code, 'ownerId', v_account.owner_id, 'asset', v_account.asset,
    'available', p_available::text, 'needed', p_needed::text));
END $$;
