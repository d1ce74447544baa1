-- Keeps what moved on closed days, the oldest first and at most so many. A closed day gets nothing more, so its totals never
-- change; the days that have them follow each other without a gap. Returns how many were added.
CREATE OR REPLACE FUNCTION ledger.total_days(most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  v_day date;
  v_added integer := 0;
BEGIN
  FOR v_day IN
    SELECT r.day FROM ledger.daily_roots r
     WHERE r.day > coalesce((SELECT max(t.day) FROM ledger.totalled_days t), '-infinity') ORDER BY r.day LIMIT most
  LOOP
    -- Who adds the same day at the same moment waits here and then finds it there.
    INSERT INTO ledger.totalled_days (day) VALUES (v_day) ON CONFLICT (day) DO NOTHING;
    CONTINUE WHEN NOT FOUND;
    INSERT INTO ledger.day_totals (day, class, asset, kind, code, debits, credits, transfers)
    SELECT v_day, m.class, m.asset, m.kind, m.code, m.debits, m.credits, m.transfers
      FROM ledger.moved_between(v_day::timestamp AT TIME ZONE 'UTC', (v_day + 1)::timestamp AT TIME ZONE 'UTC') m;
    v_added := v_added + 1;
  END LOOP;
  RETURN v_added;
END $$;
GRANT EXECUTE ON FUNCTION ledger.total_days TO tern_worker;
