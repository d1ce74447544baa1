-- A step of `post_journals`: locks the house's accounts, last of all, and writes on each that is moved one entry for the
-- whole call. Everything of an account is read again under its lock; what the call moves on it is `p_totals` less `p_found`.
CREATE OR REPLACE FUNCTION ledger.batch_write_house(
  p_customers int, p_ids bigint[], p_touched boolean[], p_found numeric[], p_totals numeric[], p_lowest numeric[],
  p_floors numeric[], p_exact boolean, p_call bigint, p_content bytea
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  h_slots int[];
  h_ids bigint[];
  h_posted numeric[];
  h_seqs bigint[];
  h_short boolean[];
  h_hashes bytea[];
BEGIN
  -- The house, held from here to the commit. An entry's id is drawn under its account's lock, so that along it they rise.
  SELECT array_agg(slot), array_agg(id), array_agg(posted), array_agg(seq), array_agg(short), array_agg(
           sha256(last_hash || ledger.entry_content(p_ids[slot], seq, id, p_totals[slot] - p_found[slot], posted, p_content)))
  INTO h_slots, h_ids, h_posted, h_seqs, h_short, h_hashes
  FROM (
    SELECT slot, nextval('ledger.transfers_id_seq') AS id, posted + p_totals[slot] - p_found[slot] AS posted,
           version + 1 AS seq, last_hash,
           p_floors[slot] IS NOT NULL AND posted - (p_found[slot] - p_lowest[slot - p_customers]) < held AS short
    FROM (
      SELECT p_customers + n.at AS slot, a.*
      FROM unnest(p_ids[p_customers + 1:]) WITH ORDINALITY AS n (id, at) JOIN ledger.accounts a ON a.id = n.id
      WHERE p_touched[p_customers + n.at] ORDER BY a.id FOR NO KEY UPDATE OF a
    ) locked
  ) own;
  IF NOT p_exact AND true = ANY (h_short) THEN
    RAISE EXCEPTION 'the house has less than when the call began' USING ERRCODE = 'serialization_failure';
  END IF;
  INSERT INTO ledger.entries (account_id, transfer_id, seq, amount, balance_after, hash, call_id)
  SELECT p_ids[slot], h_ids[at], h_seqs[at], p_totals[slot] - p_found[slot], h_posted[at], h_hashes[at], p_call
  FROM unnest(h_slots) WITH ORDINALITY AS h (slot, at);
  UPDATE ledger.accounts a SET posted = h_posted[h.at], version = h_seqs[h.at], last_hash = h_hashes[h.at]
  FROM unnest(h_slots) WITH ORDINALITY AS h (slot, at) WHERE a.id = p_ids[h.slot];
END $$;
