-- Locks idempotency keys until the transaction ends, in one order for everyone. Equal requests wait here for the first,
-- before any lock on an account: a batch knows what to insert only once it has locked its accounts, and would otherwise wait
-- for a key under its locks and could be waited for in a ring.
CREATE OR REPLACE FUNCTION ledger.lock_keys(p_keys text[]) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hash)
  FROM (SELECT hashtextextended(key, 0) AS hash FROM unnest(p_keys) AS key ORDER BY 1) AS ordered
$$;
