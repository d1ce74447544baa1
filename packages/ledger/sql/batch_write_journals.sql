-- A step of `post_journals`: writes the journals that are posted, and their transfers.
CREATE OR REPLACE FUNCTION ledger.batch_write_journals(
  p_keys text[], p_kinds text[], p_details jsonb[], p_before int[], p_of int[], p_accounts bigint[],
  p_debits int[], p_credits int[], p_assets text[], p_amounts numeric[], p_codes text[],
  p_accepted boolean[], p_contents bytea[], p_journals bigint[], p_transfers bigint[], p_call bigint
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger.journals (id, idempotency_key, kind, content_hash, details, call_id) OVERRIDING SYSTEM VALUE
  SELECT p_journals[item], p_keys[item], p_kinds[item], p_contents[item], p_details[item], p_call
  FROM generate_series(1, cardinality(p_keys)) AS item WHERE p_accepted[item];
  INSERT INTO ledger.transfers (id, journal_id, leg, state, code, debit_account_id, credit_account_id, asset, amount)
  OVERRIDING SYSTEM VALUE
  SELECT p_transfers[leg], p_journals[p_of[leg]], leg - p_before[p_of[leg]], 'posted', p_codes[leg], p_accounts[p_debits[leg]],
         p_accounts[p_credits[leg]], p_assets[leg], p_amounts[leg]
  FROM generate_series(1, cardinality(p_amounts)) AS leg WHERE p_accepted[p_of[leg]];
END $$;
