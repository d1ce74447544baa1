-- How many more transfers the parts of `ledger.entries` have room for. At zero nothing can be posted any more.
CREATE OR REPLACE FUNCTION ledger.entries_room() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT ledger.entries_end() - last_value FROM ledger.transfers_id_seq
$$;
GRANT EXECUTE ON FUNCTION ledger.entries_room TO tern_worker;
