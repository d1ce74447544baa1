-- What every part of the server uses: limits, tries, open streams, and messages that leave the house.

-- Sliding windows: the moments of the last hits under a key, never more than its limit.
CREATE TABLE rate_windows (
  key text NOT NULL,
  hits timestamptz[] NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT rate_windows_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_windows_expires_at_idx ON rate_windows (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON rate_windows TO tern_api, tern_worker;

-- Consecutive wrong tries under a key; a right one deletes the row.
CREATE TABLE failure_counters (
  key text NOT NULL,
  failures integer NOT NULL CONSTRAINT failure_counters_failures_check CHECK (failures > 0),
  paused_until timestamptz,
  changed_at timestamptz NOT NULL,
  CONSTRAINT failure_counters_pkey PRIMARY KEY (key)
);
CREATE INDEX failure_counters_changed_at_idx ON failure_counters (changed_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON failure_counters TO tern_api;
GRANT SELECT, DELETE ON failure_counters TO tern_worker;

-- A try stands here while it is judged. It counts against the tries that are left until it is judged or given back; one
-- whose process died counts for nothing once its time is over.
CREATE TABLE pending_tries (
  id uuid NOT NULL,
  key text NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT pending_tries_pkey PRIMARY KEY (id)
);
CREATE INDEX pending_tries_key_idx ON pending_tries (key, expires_at);
GRANT SELECT, INSERT, DELETE ON pending_tries TO tern_api;
GRANT SELECT, DELETE ON pending_tries TO tern_worker;

-- Whether a try may be judged now. `pauses`: seconds to wait after the n-th wrong try in a row, the last entry from there
-- on. 'judge': it may. 'wait': those that are being judged could use up the tries before the next pause. 'paused': until
-- `until`. Under a lock of the key, so that parallel tries see each other.
CREATE FUNCTION reserve_try(
  try_id uuid, try_key text, pauses integer[], asked_at timestamptz, lease interval,
  OUT outcome text, OUT until timestamptz
) LANGUAGE plpgsql AS $$
DECLARE
  wrong integer;
  pending_count integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(try_key, 720));
  SELECT failures, paused_until INTO wrong, until FROM failure_counters WHERE key = try_key;
  wrong := coalesce(wrong, 0);
  IF until > asked_at THEN
    outcome := 'paused';
    RETURN;
  END IF;
  until := NULL;
  DELETE FROM pending_tries WHERE key = try_key AND expires_at <= asked_at;
  SELECT count(*) INTO pending_count FROM pending_tries WHERE key = try_key;
  FOR ahead IN 1..pending_count LOOP
    IF pauses[least(wrong + ahead, cardinality(pauses))] > 0 THEN
      outcome := 'wait';
      RETURN;
    END IF;
  END LOOP;
  INSERT INTO pending_tries VALUES (try_id, try_key, asked_at + lease);
  outcome := 'judge';
END $$;
GRANT EXECUTE ON FUNCTION reserve_try TO tern_api;

-- Ends the judgement of a try. 'wrong' counts it; 'right' ends the row of wrong ones; 'neither' leaves everything as it was.
-- `in_time` is false where the try's time was over before it was judged.
CREATE FUNCTION settle_try(
  try_id uuid, try_key text, verdict text, pauses integer[], settled_at timestamptz,
  OUT in_time boolean, OUT wrong integer, OUT until timestamptz
) LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(try_key, 720));
  DELETE FROM pending_tries WHERE id = try_id AND expires_at > settled_at;
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
GRANT EXECUTE ON FUNCTION settle_try TO tern_api;

-- The open streams of each person, over all api processes. `holder` names the connection on which the stream's process
-- listens: with that connection gone, the stream is gone too.
CREATE TABLE live_streams (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  holder text NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT live_streams_pkey PRIMARY KEY (id)
);
CREATE INDEX live_streams_person_id_idx ON live_streams (person_id, number);
CREATE INDEX live_streams_holder_idx ON live_streams (holder);
-- The worker deletes them with the account they are of.
GRANT SELECT, INSERT, UPDATE, DELETE ON live_streams TO tern_api;
GRANT SELECT, DELETE ON live_streams TO tern_worker;

-- The name of a connection of this role that is open; null where it is gone.
CREATE FUNCTION connection_name(connection pg_stat_activity) RETURNS text LANGUAGE sql STABLE
RETURN connection.pid || '@' || extract(epoch FROM connection.backend_start);
GRANT EXECUTE ON FUNCTION connection_name TO tern_api, tern_worker;

-- Streams whose connection is gone are returned as well, so that they are announced: their process may have connected
-- again at this very moment, unseen by this transaction, which reads pg_stat_activity once.
CREATE FUNCTION open_live_stream(stream uuid, person uuid, held_by text, streams_max integer)
RETURNS uuid[] LANGUAGE plpgsql AS $$
DECLARE
  gone uuid[];
  given_way uuid[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('live:' || person, 726));
  WITH ended AS (
    DELETE FROM live_streams s WHERE s.person_id = person AND s.holder <> held_by
      AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE connection_name(a) = s.holder)
    RETURNING s.id
  )
  SELECT array_agg(id) INTO gone FROM ended;
  WITH ended AS (
    DELETE FROM live_streams s WHERE s.id IN (
      SELECT o.id FROM live_streams o WHERE o.person_id = person ORDER BY o.number DESC OFFSET streams_max - 1)
    RETURNING s.id
  )
  SELECT array_agg(id) INTO given_way FROM ended;
  INSERT INTO live_streams (id, person_id, holder) VALUES (stream, person, held_by);
  RETURN coalesce(gone, '{}') || coalesce(given_way, '{}');
END $$;
GRANT EXECUTE ON FUNCTION open_live_stream TO tern_api;

-- Messages to be sent, written together with what they tell of.
CREATE TABLE outbox (
  id uuid NOT NULL,
  -- Says what it is about: the same news never goes out twice.
  dedupe_key text NOT NULL,
  channel text NOT NULL CONSTRAINT outbox_channel_check CHECK (channel IN ('email', 'sms')),
  recipient text NOT NULL,
  template text NOT NULL,
  language text,
  -- AES-256-GCM of the template's values, codes among them; wiped once the row is settled.
  values_sealed bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- After this moment the message is of no use and is dropped instead.
  expires_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT outbox_state_check CHECK (state IN ('waiting', 'sent', 'dropped')),
  settled_at timestamptz,
  last_error text,
  CONSTRAINT outbox_pkey PRIMARY KEY (id),
  CONSTRAINT outbox_dedupe_key_key UNIQUE (dedupe_key),
  CONSTRAINT outbox_settled_check CHECK ((state = 'waiting') = (settled_at IS NULL) AND (state = 'waiting') = (values_sealed IS NOT NULL))
);
CREATE INDEX outbox_next_try_at_idx ON outbox (next_try_at) WHERE state = 'waiting';
CREATE INDEX outbox_settled_at_idx ON outbox (settled_at) WHERE settled_at IS NOT NULL;
-- Whoever asks for a code is told when messages leave late: the api sees the age of what waits, and nothing of its content.
GRANT SELECT (dedupe_key, channel, created_at, state), INSERT ON outbox TO tern_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON outbox TO tern_worker;

-- Codes sent by text message in a day: by the whole installation (`all`) and to one area code (`+44`).
CREATE TABLE sms_budgets (
  scope text NOT NULL CONSTRAINT sms_budgets_scope_check CHECK (scope ~ '^(all|\+[1-9][0-9]{0,2})$'),
  day date NOT NULL,
  sent integer NOT NULL CONSTRAINT sms_budgets_sent_check CHECK (sent > 0),
  CONSTRAINT sms_budgets_pkey PRIMARY KEY (scope, day)
);
GRANT SELECT, INSERT, UPDATE ON sms_budgets TO tern_api;
GRANT SELECT, DELETE ON sms_budgets TO tern_worker;
