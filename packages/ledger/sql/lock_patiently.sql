-- Locks tables, for the owner alone, and lets everybody pass meanwhile: nobody waits behind it for longer than 0.2 s at a time,
-- which is also too short for PostgreSQL to cancel an autovacuum for it. Gives up after so many minutes.
CREATE OR REPLACE FUNCTION ledger.lock_patiently(p_tables text, p_mode text, p_minutes integer) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET lock_timeout = '200ms' AS $$
DECLARE
  v_until CONSTANT timestamptz := clock_timestamp() + make_interval(mins => p_minutes);
BEGIN
  LOOP
    BEGIN
      EXECUTE format('LOCK TABLE %s IN %s MODE', p_tables, p_mode);
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      IF clock_timestamp() > v_until THEN
        RAISE;
      END IF;
    END;
    PERFORM pg_sleep(0.3);
  END LOOP;
END $$;
