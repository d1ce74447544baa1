-- The house's account of a code for an asset, made at the first call. Codes are classes, or `promotion:<campaign>`.
CREATE OR REPLACE FUNCTION ledger.house_account(p_code text, p_asset text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_class ledger.classes;
  v_id bigint;
BEGIN
  SELECT id INTO v_id FROM ledger.accounts a WHERE a.code = p_code AND a.asset = p_asset AND a.class <> 'customer';
  IF v_id IS NOT NULL THEN
    RETURN v_id;
  END IF;
  SELECT * INTO v_class FROM ledger.classes c
  WHERE c.class <> 'customer'
    AND CASE c.class WHEN 'promotion' THEN p_code ~ '^promotion:[a-z0-9-]{1,64}$' ELSE p_code = c.class END;
  IF v_class.class IS NULL THEN
    PERFORM ledger.refuse('account-not-found', jsonb_build_object('code', p_code));
  END IF;
  INSERT INTO ledger.accounts (class, code, side, guarded, asset)
  VALUES (v_class.class, p_code, v_class.side, v_class.guarded, p_asset)
  ON CONFLICT (code, asset) WHERE class <> 'customer' DO NOTHING;
  SELECT id INTO v_id FROM ledger.accounts a WHERE a.code = p_code AND a.asset = p_asset AND a.class <> 'customer';
  RETURN v_id;
END $$;
GRANT EXECUTE ON FUNCTION ledger.house_account TO tern_api, tern_worker;
