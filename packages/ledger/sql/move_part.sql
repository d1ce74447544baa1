-- Moves a full part of `ledger.entries` to a tablespace, for operators: the owner alone may call it. The rows are copied while
-- everybody reads them, in the order of the accounts, so that the history of one lies together. Then the copy takes the place of
-- the part, for which others wait a moment at most; where they use the table for longer, it lets them pass and tries again, for
-- ten minutes. A vacuum of the part goes first, for an hour; that of another is no matter. All in one transaction: cut off,
-- nothing has happened. Returns the number of rows.
CREATE OR REPLACE FUNCTION ledger.move_part(p_part text, p_tablespace text) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_part CONSTANT regclass := format('ledger.%I', p_part)::regclass;
  v_copy CONSTANT text := p_part || '_copy';
  v_bound CONSTANT text := (SELECT pg_get_expr(relpartbound, oid) FROM pg_class WHERE oid = v_part AND relispartition);
  v_end CONSTANT bigint := (regexp_match(v_bound, 'TO \(''(\d+)''\)'))[1];
  -- Transfers between the end of the part and the newest number: who drew a smaller one has written long ago.
  c_away CONSTANT bigint := 100000;
  v_rows bigint;
BEGIN
  IF v_end IS NULL OR NOT EXISTS (
    SELECT FROM pg_inherits WHERE inhrelid = v_part AND inhparent = 'ledger.entries'::regclass
  ) THEN
    RAISE EXCEPTION '% is no part of ledger.entries', p_part;
  END IF;
  IF v_end + c_away > (SELECT last_value FROM ledger.transfers_id_seq) THEN
    RAISE EXCEPTION '% is not full yet, or only just: it may still be written to', p_part;
  END IF;
  -- Nobody writes to it from here on.
  PERFORM ledger.lock_patiently(format('ledger.%I', p_part), 'SHARE', 60);
  PERFORM set_config('default_tablespace', p_tablespace, true);
  EXECUTE format('CREATE TABLE ledger.%I (LIKE ledger.%I INCLUDING ALL EXCLUDING INDEXES)', v_copy, p_part);
  -- What the bounds say, so that nothing has to be read for them.
  EXECUTE format('ALTER TABLE ledger.%I ADD CONSTRAINT bounds CHECK (%s)', v_copy, pg_get_partition_constraintdef(v_part));
  EXECUTE format('INSERT INTO ledger.%I SELECT * FROM ledger.%I ORDER BY account_id, transfer_id', v_copy, p_part);
  GET DIAGNOSTICS v_rows = ROW_COUNT;
  EXECUTE format('ALTER TABLE ledger.%I ADD CONSTRAINT %I PRIMARY KEY (account_id, transfer_id)', v_copy, v_copy || '_pkey');
  EXECUTE format('CREATE INDEX %I ON ledger.%I (call_id) WHERE call_id IS NOT NULL', v_copy || '_call_id_idx', v_copy);
  EXECUTE format('CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.%I
    EXECUTE FUNCTION ledger.refuse_change()', v_copy);
  EXECUTE format('ANALYZE ledger.%I', v_copy);
  PERFORM ledger.lock_patiently(format('ONLY ledger.entries, ONLY ledger.%I', p_part), 'ACCESS EXCLUSIVE', 10);
  EXECUTE format('ALTER TABLE ledger.entries DETACH PARTITION ledger.%I', p_part);
  EXECUTE format('ALTER TABLE ledger.entries ATTACH PARTITION ledger.%I %s', v_copy, v_bound);
  EXECUTE format('DROP TABLE ledger.%I', p_part);
  EXECUTE format('ALTER TABLE ledger.%I DROP CONSTRAINT bounds', v_copy);
  EXECUTE format('ALTER TABLE ledger.%I RENAME CONSTRAINT %I TO %I', v_copy, v_copy || '_pkey', p_part || '_pkey');
  EXECUTE format('ALTER INDEX ledger.%I RENAME TO %I', v_copy || '_call_id_idx', p_part || '_call_id_idx');
  EXECUTE format('ALTER TABLE ledger.%I RENAME TO %I', v_copy, p_part);
  RETURN v_rows;
END $$;
