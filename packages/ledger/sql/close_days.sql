-- Writes the roots of all days that ended at least an hour ago, so that no open transaction can still add to them. Returns
-- how many.
CREATE OR REPLACE FUNCTION ledger.close_days() RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_day date;
  v_closed integer := 0;
BEGIN
  FOR v_day IN
    SELECT generate_series(
      coalesce((SELECT max(day) + 1 FROM ledger.daily_roots), (SELECT (min(created_at) AT TIME ZONE 'UTC')::date FROM ledger.journals)),
      (clock_timestamp() AT TIME ZONE 'UTC' - interval '1 hour')::date - 1, interval '1 day')::date
  LOOP
    INSERT INTO ledger.daily_roots (day, journals, entries, root)
    SELECT v_day, r.journals, r.entries, r.root FROM ledger.compute_daily_root(v_day) r
    ON CONFLICT (day) DO NOTHING;
    v_closed := v_closed + 1;
  END LOOP;
  RETURN v_closed;
END $$;
GRANT EXECUTE ON FUNCTION ledger.close_days TO tern_worker;
