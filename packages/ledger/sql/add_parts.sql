-- Adds empty parts to `ledger.entries` until there is room for two hundred million transfers, and returns how many it added.
-- A part is made by itself and then attached: that keeps nobody from reading or posting, while `PARTITION OF` would. There is
-- no part for whatever fits nowhere: all of it would have to be read each time that one is attached.
CREATE OR REPLACE FUNCTION ledger.add_parts() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  -- Transfers of a part: docs/decisions/0258-entries-are-divided.md has the reasons.
  c_size CONSTANT bigint := 100000000;
  v_end bigint;
  v_name text;
  v_added integer := 0;
BEGIN
  -- Nearly always there is nothing to do, and then nothing to wait for.
  IF ledger.entries_room() >= 2 * c_size THEN
    RETURN 0;
  END IF;
  -- One at a time; who reads or writes the entries is not kept waiting by it, nor is it by who vacuums or moves an old part.
  LOCK TABLE ONLY ledger.entries IN SHARE UPDATE EXCLUSIVE MODE;
  LOOP
    EXIT WHEN ledger.entries_room() >= 2 * c_size;
    v_end := ledger.entries_end();
    v_name := format('entries_from_%sm', v_end / 1000000);
    EXECUTE format('CREATE TABLE ledger.%I (LIKE ledger.entries INCLUDING ALL)', v_name);
    EXECUTE format('CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.%I
      EXECUTE FUNCTION ledger.refuse_change()', v_name);
    EXECUTE format('ALTER TABLE ledger.entries ATTACH PARTITION ledger.%I FOR VALUES FROM (%s) TO (%s)',
      v_name, v_end, v_end + c_size);
    v_added := v_added + 1;
  END LOOP;
  RETURN v_added;
END $$;
GRANT EXECUTE ON FUNCTION ledger.add_parts TO tern_worker;
