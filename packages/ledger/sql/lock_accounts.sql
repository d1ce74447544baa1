-- Locks accounts in one order for everyone, so that no two journals wait for each other in a ring: customers first, the
-- house last, because its accounts are shared by all and should be locked for the shortest time.
CREATE OR REPLACE FUNCTION ledger.lock_accounts(p_accounts bigint[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM ledger.accounts a WHERE a.id = ANY (p_accounts)
  ORDER BY a.class <> 'customer', a.id FOR NO KEY UPDATE
$$;
