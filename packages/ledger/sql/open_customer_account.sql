-- The customer's account for an asset in a wallet, made at the first call. Refuses a wallet that belongs to somebody else.
CREATE OR REPLACE FUNCTION ledger.open_customer_account(p_owner uuid, p_wallet uuid, p_asset text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_account ledger.accounts;
BEGIN
  INSERT INTO ledger.accounts (class, code, side, guarded, owner_id, wallet_id, asset)
  SELECT class, class, side, guarded, p_owner, p_wallet, p_asset FROM ledger.classes WHERE class = 'customer'
  ON CONFLICT (wallet_id, asset) WHERE class = 'customer' DO NOTHING;
  SELECT * INTO v_account FROM ledger.accounts a WHERE a.wallet_id = p_wallet AND a.asset = p_asset AND a.class = 'customer';
  IF v_account.owner_id <> p_owner THEN
    PERFORM ledger.refuse('wallet-owned-by-another', jsonb_build_object('walletId', p_wallet));
  END IF;
  RETURN v_account.id;
END $$;
GRANT EXECUTE ON FUNCTION ledger.open_customer_account TO tern_api, tern_worker;
