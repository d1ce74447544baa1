-- Counts `ledger.entries` as a whole once it has doubled, and returns whether it did: statements that join it are planned by
-- this, and PostgreSQL itself analyzes each part alone. A part that is vacuumed or moved at this moment keeps its own counts.
CREATE OR REPLACE FUNCTION ledger.analyze_entries() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
BEGIN
  IF (SELECT sum(pg_stat_get_live_tuples(inhrelid)) FROM pg_inherits WHERE inhparent = 'ledger.entries'::regclass)
    <= 1000 + 2 * (SELECT greatest(reltuples, 0) FROM pg_class WHERE oid = 'ledger.entries'::regclass) THEN
    RETURN false;
  END IF;
  ANALYZE (SKIP_LOCKED) ledger.entries;
  RETURN true;
END $$;
GRANT EXECUTE ON FUNCTION ledger.analyze_entries TO tern_worker;
