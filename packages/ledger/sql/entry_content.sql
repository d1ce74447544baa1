-- What is hashed after the hash of the account's entry before, so that the entries of an account form a chain.
-- `content_hash` is the journal's, or for an entry of a whole call that of `call_content`. Pure; used when writing and again
-- when verifying.
CREATE OR REPLACE FUNCTION ledger.entry_content(
  account_id bigint, seq bigint, transfer_id bigint, amount numeric, balance_after numeric, content_hash bytea
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT convert_to(concat_ws('|', account_id, seq, transfer_id, amount, balance_after), 'UTF8') || content_hash
$$;
GRANT EXECUTE ON FUNCTION ledger.entry_content TO tern_api, tern_worker;
