-- Each process says that it lives, so that the console's first page knows without Prometheus which one does not.
CREATE TABLE process_beats (
  -- By its own login, which no other process has.
  process text NOT NULL DEFAULT substr(session_user, 6)
    CONSTRAINT process_beats_process_check CHECK (process IN ('api', 'worker', 'console')),
  -- Its machine and the port of its health page: what starts there again is the same.
  place text NOT NULL CONSTRAINT process_beats_place_check CHECK (length(place) BETWEEN 1 AND 300),
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  beat_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- When it said that it ends; NULL while it runs, and where it ended without a word.
  stopped_at timestamptz,
  -- When its metrics were last read, before its last start too; NULL where they never were.
  metrics_read_at timestamptz,
  -- What of its own alarms holds now: it alone can measure that.
  told jsonb NOT NULL DEFAULT '[]' CONSTRAINT process_beats_told_check CHECK (jsonb_typeof(told) = 'array'),
  CONSTRAINT process_beats_pkey PRIMARY KEY (process, place)
);
GRANT SELECT, INSERT (place, metrics_read_at, told),
  UPDATE (started_at, beat_at, stopped_at, metrics_read_at, told), DELETE ON process_beats TO tern_api, tern_worker, tern_console;

-- No process speaks for another kind, nor ends what it said; the worker forgets what is old.
CREATE FUNCTION process_beats_check_own() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF session_user IN ('tern_api', 'tern_worker', 'tern_console') AND OLD.process <> substr(session_user, 6)
     AND NOT (TG_OP = 'DELETE' AND session_user = 'tern_worker' AND OLD.beat_at < clock_timestamp() - interval '1 day') THEN
    RAISE EXCEPTION 'the % does not speak for the %', session_user, OLD.process USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER process_beats_are_own BEFORE UPDATE OR DELETE ON process_beats
  FOR EACH ROW EXECUTE FUNCTION process_beats_check_own();
