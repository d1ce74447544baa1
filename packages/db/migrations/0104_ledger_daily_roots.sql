-- What the root of a day must be, from the rows.
CREATE FUNCTION ledger.compute_daily_root(p_day date, OUT journals bigint, OUT entries bigint, OUT root bytea)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_from timestamptz := p_day::timestamp AT TIME ZONE 'UTC';
  v_to timestamptz := (p_day + 1)::timestamp AT TIME ZONE 'UTC';
  v_journals bytea;
  v_entries bytea;
BEGIN
  SELECT count(*), sha256(coalesce(string_agg(sha256(convert_to(
           concat_ws('|', j.id, j.idempotency_key, j.kind, extract(epoch FROM j.created_at)), 'UTF8') || j.content_hash),
           '' ORDER BY j.id), ''))
  INTO journals, v_journals
  FROM ledger.journals j WHERE j.created_at >= v_from AND j.created_at < v_to;
  SELECT count(*), sha256(coalesce(string_agg(e.hash, '' ORDER BY e.account_id, e.seq), ''))
  INTO entries, v_entries
  FROM ledger.journals j
  JOIN ledger.transfers t ON t.journal_id = j.id
  JOIN ledger.entries e ON e.account_id IN (t.debit_account_id, t.credit_account_id) AND e.transfer_id = t.id
  WHERE j.created_at >= v_from AND j.created_at < v_to;
  root := sha256(
    coalesce((SELECT r.root FROM ledger.daily_roots r WHERE r.day < p_day ORDER BY r.day DESC LIMIT 1), '')
    || convert_to(p_day::text, 'UTF8') || v_journals || v_entries);
END $$;

-- Writes the roots of all days that ended at least an hour ago, so that no open transaction can still add to them.
-- Returns how many.
CREATE FUNCTION ledger.close_days() RETURNS integer
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
-- Reads only what may be read: verification recomputes with it.
GRANT EXECUTE ON FUNCTION ledger.compute_daily_root TO tern_api, tern_worker;
