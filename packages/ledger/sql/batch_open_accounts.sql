-- A step of `post_journals`: locks and reads the customers' accounts, and reads the house's without a lock. The accounts get
-- places in the order of their locks, the customers' first: `slots` says where each of `p_accounts` is among them.
-- `seqs` and `hashes` are the customers' alone: the house's are read when it is locked.
CREATE OR REPLACE FUNCTION ledger.batch_open_accounts(
  p_accounts bigint[],
  OUT customers int, OUT slots int[], OUT ids bigint[], OUT classes text[], OUT assets text[],
  -- What the balance of a guarded account of the credit side must not fall below; whether any is guarded on the debit side.
  OUT floors numeric[], OUT promises boolean,
  OUT had numeric[], OUT seqs bigint[], OUT hashes bytea[]
) LANGUAGE plpgsql AS $$
DECLARE
  v_at int;
  h_places int[];
BEGIN
  SELECT array_agg(a.id), array_agg(a.class), array_agg(a.asset), array_agg(a.held), array_agg(a.posted), array_agg(a.version),
         array_agg(a.last_hash), count(*)
  INTO ids, classes, assets, floors, had, seqs, hashes, customers
  FROM (
    -- (By the owner and not the class, lest all customers be looked through by an index of theirs.)
    SELECT * FROM ledger.accounts a WHERE a.id = ANY (p_accounts) AND a.owner_id IS NOT NULL ORDER BY a.id FOR NO KEY UPDATE
  ) a;
  -- Both are ascending, so what is passed over is the house's, or nobody's.
  slots := array_fill(NULL::int, ARRAY[cardinality(p_accounts)]);
  v_at := 1;
  FOR place IN 1 .. cardinality(p_accounts) LOOP
    IF p_accounts[place] = ids[v_at] THEN
      slots[place] := v_at;
      v_at := v_at + 1;
    ELSE
      h_places := array_append(h_places, place);
    END IF;
  END LOOP;
  -- Which are the house's, and what they have now: never less than that when they are locked, or this is done again.
  SELECT ids || array_agg(a.id), classes || array_agg(a.class), assets || array_agg(a.asset),
         floors || array_agg(CASE WHEN a.guarded AND a.side = 'credit' THEN a.held END), had || array_agg(a.posted),
         coalesce(bool_or(a.guarded AND a.side <> 'credit'), false), array_agg(place)
  INTO ids, classes, assets, floors, had, promises, h_places
  FROM (
    SELECT place, a.* FROM unnest(h_places) AS place CROSS JOIN LATERAL (
      SELECT * FROM ledger.accounts a WHERE a.id = p_accounts[place] AND a.owner_id IS NULL LIMIT 1
    ) a ORDER BY place
  ) a;
  FOR slot IN customers + 1 .. coalesce(cardinality(ids), 0) LOOP
    slots[h_places[slot - customers]] := slot;
  END LOOP;
END $$;
