-- A step of `post_journals`: numbers what is posted and continues the customers' chains of entries. `hashes` and `seqs` have
-- before the entries (the debits of all legs, then the credits) what the accounts came with, so that `heads` can name the
-- newest of each account among them. `touched` tells which accounts of the house are moved.
CREATE OR REPLACE FUNCTION ledger.batch_chain(
  p_legs int[], p_before int[], p_of int[], p_debits int[], p_credits int[], p_amounts numeric[],
  p_customers int, p_slots int[], p_ids bigint[], p_contents bytea[], p_accepted boolean[], p_balances numeric[],
  INOUT seqs bigint[], INOUT hashes bytea[],
  OUT journals bigint[], OUT transfers bigint[], OUT heads int[], OUT touched boolean[]
) LANGUAGE plpgsql AS $$
DECLARE
  v_count CONSTANT int := cardinality(p_amounts);
  v_at int;
  v_entry int;
BEGIN
  -- Only now, with the customers' accounts locked, so that along each of them transfer ids rise.
  SELECT ARRAY(SELECT CASE WHEN p_accepted[item] THEN nextval('ledger.journals_id_seq') END
               FROM generate_series(1, cardinality(p_legs)) AS item),
         ARRAY(SELECT CASE WHEN p_accepted[p_of[leg]] THEN nextval('ledger.transfers_id_seq') END
               FROM generate_series(1, v_count) AS leg),
         ARRAY(SELECT generate_series(1, p_customers))
  INTO journals, transfers, heads;
  seqs := seqs || array_fill(NULL::bigint, ARRAY[2 * v_count]);
  hashes := hashes || array_fill(NULL::bytea, ARRAY[2 * v_count]);
  touched := array_fill(false, ARRAY[coalesce(cardinality(p_ids), 0)]);
  FOR item IN 1 .. cardinality(p_legs) LOOP
    CONTINUE WHEN NOT p_accepted[item];
    FOR leg IN p_before[item] + 1 .. p_before[item] + p_legs[item] LOOP
      v_at := p_slots[p_debits[leg]];
      IF v_at > p_customers THEN
        touched[v_at] := true;
      ELSE
        v_entry := p_customers + leg;
        seqs[v_entry] := seqs[heads[v_at]] + 1;
        hashes[v_entry] := sha256(hashes[heads[v_at]] || ledger.entry_content(
          p_ids[v_at], seqs[v_entry], transfers[leg], -p_amounts[leg], p_balances[leg], p_contents[item]));
        heads[v_at] := v_entry;
      END IF;
      v_at := p_slots[p_credits[leg]];
      IF v_at > p_customers THEN
        touched[v_at] := true;
      ELSE
        v_entry := p_customers + v_count + leg;
        seqs[v_entry] := seqs[heads[v_at]] + 1;
        hashes[v_entry] := sha256(hashes[heads[v_at]] || ledger.entry_content(
          p_ids[v_at], seqs[v_entry], transfers[leg], p_amounts[leg], p_balances[v_count + leg], p_contents[item]));
        heads[v_at] := v_entry;
      END IF;
    END LOOP;
  END LOOP;
END $$;
