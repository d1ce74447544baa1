-- A step of `post_journals`: locks the keys and finds the journals that are there already. The same content is a repeated
-- request (`known` is the journal's id), other content a refusal.
CREATE OR REPLACE FUNCTION ledger.batch_find_known(
  p_keys text[], p_hashes bytea[], INOUT refusals text[], INOUT particulars jsonb[], OUT known bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
  k_items int[];
  k_ids bigint[];
  k_hashes bytea[];
BEGIN
  PERFORM ledger.lock_keys(p_keys);
  SELECT array_agg(array_position(p_keys, j.idempotency_key)), array_agg(j.id), array_agg(j.content_hash)
  INTO k_items, k_ids, k_hashes
  FROM ledger.journals j WHERE j.idempotency_key = ANY (p_keys);
  FOR at IN 1 .. coalesce(cardinality(k_items), 0) LOOP
    CONTINUE WHEN refusals[k_items[at]] IS NOT NULL;
    IF k_hashes[at] = p_hashes[k_items[at]] THEN
      known[k_items[at]] := k_ids[at];
    ELSE
      refusals[k_items[at]] := 'key-reused';
      particulars[k_items[at]] := jsonb_build_object('key', p_keys[k_items[at]], 'journalId', k_ids[at]::text);
    END IF;
  END LOOP;
END $$;
