-- The transfers of a journal, in the order of its legs: the stored reply to a repeated request.
CREATE OR REPLACE FUNCTION ledger.transfer_ids(p_journal bigint) RETURNS bigint[] LANGUAGE sql STABLE AS $$
  SELECT array_agg(id ORDER BY leg) FROM ledger.transfers WHERE journal_id = p_journal
$$;
