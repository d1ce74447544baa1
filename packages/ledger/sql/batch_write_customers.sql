-- A step of `post_journals`: writes the customers' entries and what their accounts have now. The arrays are those of
-- `batch_walk` and `batch_chain`.
CREATE OR REPLACE FUNCTION ledger.batch_write_customers(
  p_accounts bigint[], p_debits int[], p_credits int[], p_amounts numeric[], p_transfers bigint[],
  p_customers int, p_ids bigint[], p_totals numeric[], p_balances numeric[], p_seqs bigint[], p_hashes bytea[], p_heads int[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_count CONSTANT int := cardinality(p_amounts);
BEGIN
  -- In the order of the index, so that neighbours in it are written together.
  INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash)
  SELECT p_accounts[p_debits[leg]], p_transfers[leg], p_seqs[p_customers + leg], -p_amounts[leg], p_balances[leg],
         p_hashes[p_customers + leg]
  FROM generate_series(1, v_count) AS leg WHERE p_seqs[p_customers + leg] IS NOT NULL
  UNION ALL
  SELECT p_accounts[p_credits[leg]], p_transfers[leg], p_seqs[p_customers + v_count + leg], p_amounts[leg],
         p_balances[v_count + leg], p_hashes[p_customers + v_count + leg]
  FROM generate_series(1, v_count) AS leg WHERE p_seqs[p_customers + v_count + leg] IS NOT NULL
  ORDER BY 1, 2;
  -- (A series would be taken for a thousand rows, and a small table then read whole.)
  UPDATE ledger.accounts a
  SET posted = p_totals[n.slot], version = p_seqs[p_heads[n.slot]], last_hash = p_hashes[p_heads[n.slot]]
  FROM unnest(p_ids[:p_customers]) WITH ORDINALITY AS n (id, slot)
  WHERE a.id = n.id AND p_heads[n.slot] > p_customers;
END $$;
