-- What the root of a day must be, from the rows: it hashes all journals and entries of the day and the root before. An entry
-- of a call belongs to the day of the call's first journal. Its number is drawn a moment after those of the journal's
-- transfers, long before as many as a part has are drawn: only the parts that the day's transfers are in are looked into, and
-- the one after. Reads only; verification recomputes with it.
CREATE OR REPLACE FUNCTION ledger.compute_daily_root(p_day date, OUT journals bigint, OUT entries bigint, OUT root bytea)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_from timestamptz := p_day::timestamp AT TIME ZONE 'UTC';
  v_to timestamptz := (p_day + 1)::timestamp AT TIME ZONE 'UTC';
  v_journals bytea;
  v_entries bytea;
  v_first bigint;
  v_last bigint;
BEGIN
  SELECT count(*), sha256(coalesce(string_agg(sha256(convert_to(
           concat_ws('|', j.id, j.idempotency_key, j.kind, extract(epoch FROM j.created_at)), 'UTF8') || j.content_hash),
           '' ORDER BY j.id), ''))
  INTO journals, v_journals
  FROM ledger.journals j WHERE j.created_at >= v_from AND j.created_at < v_to;
  SELECT min(t.id), max(t.id) INTO v_first, v_last
  FROM ledger.journals j JOIN ledger.transfers t ON t.journal_id = j.id
  WHERE j.created_at >= v_from AND j.created_at < v_to;
  SELECT count(*), sha256(coalesce(string_agg(e.hash, '' ORDER BY e.account_id, e.seq), ''))
  INTO entries, v_entries
  FROM (
    SELECT e.account_id, e.seq, e.hash
    FROM ledger.journals j
    JOIN ledger.transfers t ON t.journal_id = j.id
    JOIN ledger.entries e ON e.account_id IN (t.debit_account_id, t.credit_account_id) AND e.transfer_id = t.id
    WHERE j.created_at >= v_from AND j.created_at < v_to AND e.transfer_id BETWEEN v_first AND v_last
    UNION ALL
    SELECT e.account_id, e.seq, e.hash
    FROM ledger.journals j JOIN ledger.entries e ON e.call_id = j.id
    WHERE j.created_at >= v_from AND j.created_at < v_to AND e.transfer_id > v_first AND e.transfer_id < v_last + 100000000
  ) e;
  root := sha256(
    coalesce((SELECT r.root FROM ledger.daily_roots r WHERE r.day < p_day ORDER BY r.day DESC LIMIT 1), '')
    || convert_to(p_day::text, 'UTF8') || v_journals || v_entries);
END $$;
GRANT EXECUTE ON FUNCTION ledger.compute_daily_root TO tern_api, tern_worker;
