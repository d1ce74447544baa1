-- A try stands here while it is judged. It counts against the tries that are left until it is judged or given back; one
-- whose process died counts for nothing once its time is over.
CREATE TABLE tries_in_judgement (
  id uuid NOT NULL,
  key text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT tries_in_judgement_pkey PRIMARY KEY (id)
);
CREATE INDEX tries_in_judgement_key_idx ON tries_in_judgement (key, expires_at);
GRANT SELECT, INSERT, DELETE ON tries_in_judgement TO tern_api;
GRANT SELECT, DELETE ON tries_in_judgement TO tern_worker;

-- Whether a try may be judged now. `pauses`: seconds to wait after the n-th wrong try in a row, the last entry from there
-- on. 'judge': it may. 'wait': those that are being judged could use up the tries before the next pause. 'paused': until
-- `until`. Under a lock of the key, so that parallel tries see each other.
CREATE FUNCTION reserve_try(
  try_id uuid, try_key text, pauses integer[], asked_at timestamptz, lease interval,
  OUT outcome text, OUT until timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  wrong integer;
  in_judgement integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(try_key, 720));
  SELECT failures, paused_until INTO wrong, until FROM failure_counters WHERE key = try_key;
  wrong := coalesce(wrong, 0);
  IF until > asked_at THEN
    outcome := 'paused';
    RETURN;
  END IF;
  until := NULL;
  DELETE FROM tries_in_judgement WHERE key = try_key AND expires_at <= asked_at;
  SELECT count(*) INTO in_judgement FROM tries_in_judgement WHERE key = try_key;
  FOR ahead IN 1..in_judgement LOOP
    IF pauses[least(wrong + ahead, cardinality(pauses))] > 0 THEN
      outcome := 'wait';
      RETURN;
    END IF;
  END LOOP;
  INSERT INTO tries_in_judgement VALUES (try_id, try_key, asked_at + lease);
  outcome := 'judge';
END $$;

-- Ends the judgement of a try. 'wrong' counts it; 'right' ends the row of wrong ones; 'neither' leaves everything as it was.
-- `in_time` is false where the try's time was over before it was judged.
CREATE FUNCTION settle_try(
  try_id uuid, try_key text, verdict text, pauses integer[], settled_at timestamptz,
  OUT in_time boolean, OUT wrong integer, OUT until timestamptz
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(try_key, 720));
  DELETE FROM tries_in_judgement WHERE id = try_id AND expires_at > settled_at;
  in_time := FOUND;
  IF verdict = 'wrong' THEN
    INSERT INTO failure_counters AS known (key, failures, paused_until, changed_at)
    VALUES (try_key, 1, CASE WHEN pauses[1] > 0 THEN settled_at + make_interval(secs => pauses[1]) END, settled_at)
    ON CONFLICT ON CONSTRAINT failure_counters_pkey DO UPDATE
    SET failures = known.failures + 1,
      paused_until = CASE WHEN pauses[least(known.failures + 1, cardinality(pauses))] > 0
        THEN settled_at + make_interval(secs => pauses[least(known.failures + 1, cardinality(pauses))])
        ELSE known.paused_until END,
      changed_at = settled_at
    RETURNING known.failures, known.paused_until INTO wrong, until;
  ELSIF verdict = 'right' AND in_time THEN
    DELETE FROM failure_counters WHERE key = try_key;
  END IF;
  IF until <= settled_at THEN until := NULL; END IF;
END $$;

GRANT EXECUTE ON FUNCTION reserve_try, settle_try TO tern_api;
