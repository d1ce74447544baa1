-- Events that other systems are told of: written by the database in the transaction that causes them, delivered by the worker,
-- in order for each subject.

-- Where events go. Opened and changed by two operators.
CREATE TABLE webhooks (
  -- That of the change that opened it.
  id uuid NOT NULL,
  name text NOT NULL CONSTRAINT webhooks_name_check CHECK (length(name) BETWEEN 3 AND 60),
  url text NOT NULL CONSTRAINT webhooks_url_check CHECK (length(url) <= 500 AND url ~ '^https?://'),
  kinds text[] NOT NULL CONSTRAINT webhooks_kinds_check CHECK (
    cardinality(kinds) > 0 AND kinds <@ ARRAY['deposits', 'sends', 'reviews', 'freezes', 'alarms', 'waiting']),
  state text NOT NULL DEFAULT 'active' CONSTRAINT webhooks_state_check CHECK (state IN ('active', 'disabled')),
  -- The secret that signs what goes there, and for a while after a rotation the one before it.
  secret_sealed bytea NOT NULL,
  former_sealed bytea,
  former_until timestamptz,
  -- What two operators decided last about it.
  change_id uuid NOT NULL CONSTRAINT webhooks_change_id_fkey REFERENCES house_changes,
  opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_former_check CHECK ((former_sealed IS NULL) = (former_until IS NULL))
);
CREATE UNIQUE INDEX webhooks_name_key ON webhooks (name);
GRANT SELECT ON webhooks TO tern_worker;
GRANT INSERT (id, name, url, kinds, secret_sealed, change_id),
  UPDATE (name, url, kinds, state, secret_sealed, former_sealed, former_until, change_id, changed_at) ON webhooks TO tern_console;

-- Whatever the code above does: what a webhook is, two operators have decided in this very transaction.
CREATE FUNCTION webhooks_check_decided() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_content jsonb;
  v_is_right boolean;
BEGIN
  SELECT c.content INTO v_content FROM house_changes c JOIN operator_actions a ON a.subject = c.id::text
   WHERE c.id = NEW.change_id AND c.state = 'done' AND a.kind = 'change-carried-out'
     AND a.xmin = pg_current_xact_id()::xid AND a.at >= transaction_timestamp();
  IF TG_OP = 'INSERT' THEN
    v_is_right := v_content ->> 'kind' = 'webhook-open' AND NEW.id = NEW.change_id AND NEW.state = 'active'
      AND NEW.former_sealed IS NULL AND v_content ->> 'name' = NEW.name AND v_content ->> 'url' = NEW.url
      AND v_content -> 'kinds' = to_jsonb(NEW.kinds);
  ELSE
    v_is_right := NEW.id = OLD.id AND v_content ->> 'webhookId' = NEW.id::text AND CASE v_content ->> 'kind'
      WHEN 'webhook-change' THEN v_content ->> 'name' = NEW.name AND v_content ->> 'url' = NEW.url
        AND v_content -> 'kinds' = to_jsonb(NEW.kinds) AND NEW.state = OLD.state AND NEW.secret_sealed = OLD.secret_sealed
      WHEN 'webhook-switch' THEN v_content ->> 'state' = NEW.state AND NEW.name = OLD.name AND NEW.url = OLD.url
        AND NEW.kinds = OLD.kinds AND NEW.secret_sealed = OLD.secret_sealed
      WHEN 'webhook-rotate' THEN NEW.name = OLD.name AND NEW.url = OLD.url AND NEW.kinds = OLD.kinds
        AND NEW.state = OLD.state AND NEW.former_sealed = OLD.secret_sealed
      ELSE false END;
  END IF;
  IF v_is_right IS NOT TRUE THEN
    RAISE EXCEPTION 'webhook % is not what two operators decided', NEW.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION webhooks_check_decided() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER webhooks_are_decided AFTER INSERT OR UPDATE ON webhooks
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION webhooks_check_decided();

-- What happened, once for all webhooks that are told of it.
CREATE TABLE webhook_events (
  -- Of two events of one subject the later one has the higher number.
  sequence bigint GENERATED ALWAYS AS IDENTITY,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL CONSTRAINT webhook_events_kind_check
    CHECK (kind IN ('deposits', 'sends', 'reviews', 'freezes', 'alarms', 'waiting')),
  type text NOT NULL,
  -- What it happened to: only events of one subject have an order.
  subject text NOT NULL,
  data jsonb NOT NULL,
  at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT webhook_events_pkey PRIMARY KEY (sequence),
  CONSTRAINT webhook_events_id_key UNIQUE (id)
);
CREATE INDEX webhook_events_at_idx ON webhook_events (at);
GRANT SELECT, DELETE ON webhook_events TO tern_worker;

-- One event on its way to one webhook. Of one subject and webhook the order is that of the ids.
CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  webhook_id uuid NOT NULL CONSTRAINT webhook_deliveries_webhook_id_fkey REFERENCES webhooks,
  sequence bigint NOT NULL CONSTRAINT webhook_deliveries_sequence_fkey REFERENCES webhook_events ON DELETE CASCADE,
  subject text NOT NULL,
  -- An operator had it sent again.
  is_replay boolean NOT NULL DEFAULT false,
  -- parked: it was tried for as long as it is tried. What comes after it of its subject waits with it.
  -- skipped: an operator decided that the webhook does without it.
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT webhook_deliveries_state_check
    CHECK (state IN ('waiting', 'delivered', 'parked', 'skipped')),
  tries integer NOT NULL DEFAULT 0,
  -- From when on the age counts after which it is parked: its first try.
  tried_from timestamptz,
  next_try_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- Of the worker that has it in hand.
  lease uuid,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  settled_at timestamptz,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_settled_check CHECK ((state IN ('delivered', 'skipped')) = (settled_at IS NOT NULL))
);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (webhook_id, next_try_at, id) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_unsettled_idx ON webhook_deliveries (webhook_id, subject, id) WHERE state IN ('waiting', 'parked');
CREATE INDEX webhook_deliveries_webhook_id_idx ON webhook_deliveries (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_delivered_idx ON webhook_deliveries (webhook_id, settled_at) WHERE state = 'delivered';
CREATE INDEX webhook_deliveries_sequence_idx ON webhook_deliveries (sequence);
GRANT SELECT, UPDATE (state, tries, tried_from, next_try_at, lease, settled_at), DELETE ON webhook_deliveries TO tern_worker;
GRANT INSERT (webhook_id, sequence, subject, is_replay) ON webhook_deliveries TO tern_console;

-- What became of each try. `status` is what the receiver answered; without an answer, `error` says why.
CREATE TABLE webhook_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY,
  delivery_id bigint NOT NULL CONSTRAINT webhook_attempts_delivery_id_fkey REFERENCES webhook_deliveries ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  status smallint,
  error text CONSTRAINT webhook_attempts_error_check CHECK (length(error) <= 300),
  took_ms integer NOT NULL,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_attempts_delivery_id_idx ON webhook_attempts (delivery_id, id);
GRANT SELECT, INSERT, DELETE ON webhook_attempts TO tern_worker;

-- Alarms that other systems were told of and that have not ended, and what each role was told that waits for it.
CREATE TABLE webhook_states (
  subject text NOT NULL,
  data jsonb NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT webhook_states_pkey PRIMARY KEY (subject)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_states TO tern_worker;

-- Writes an event and its way to every webhook that is told of its kind; nothing where there is none. Whoever calls it holds a
-- lock on the subject until the transaction ends, so that the numbers of one subject follow its changes.
CREATE FUNCTION emit_webhook_event(p_kind text, p_type text, p_subject text, p_data jsonb) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_sequence bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE state = 'active' AND p_kind = ANY (kinds)) THEN RETURN; END IF;
  INSERT INTO webhook_events (kind, type, subject, data) VALUES (p_kind, p_type, p_subject, p_data)
  RETURNING sequence INTO v_sequence;
  INSERT INTO webhook_deliveries (webhook_id, sequence, subject)
  SELECT id, v_sequence, p_subject FROM webhooks WHERE state = 'active' AND p_kind = ANY (kinds);
END $$;
REVOKE ALL ON FUNCTION emit_webhook_event FROM PUBLIC;
GRANT EXECUTE ON FUNCTION emit_webhook_event TO tern_worker;

-- Deposits, sends and their reviews: by the state that the person sees. The row of the record is locked by whoever changes it.
CREATE FUNCTION tell_record_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_data jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE state = 'active') THEN RETURN NULL; END IF;
  v_data := jsonb_build_object(
    'record', NEW.id, 'person', (SELECT public_id FROM people WHERE id = NEW.person_id), 'wallet', NEW.wallet_id,
    'state', NEW.status, 'settlement', NEW.settlement, 'asset', NEW.asset, 'amount', NEW.amount::text, 'fee', NEW.fee::text,
    'reason', NEW.reason, 'transaction', NEW.tx_id, 'block', NEW.block_number);
  IF NEW.type = 'incoming' THEN
    PERFORM emit_webhook_event('deposits', 'deposit.' || NEW.status, NEW.id::text, v_data);
  ELSE
    PERFORM emit_webhook_event('sends', 'send.' || NEW.status, NEW.id::text, v_data);
    IF NEW.status IN ('pending-review', 'review-approved', 'review-rejected') THEN
      PERFORM emit_webhook_event('reviews', CASE NEW.status WHEN 'pending-review' THEN 'review.opened'
        WHEN 'review-approved' THEN 'review.approved' ELSE 'review.rejected' END, NEW.id::text, v_data);
    ELSIF TG_OP = 'UPDATE' AND OLD.status = 'pending-review' THEN
      -- The person took it back, it expired, or it was paid at once with the approval.
      PERFORM emit_webhook_event('reviews',
        CASE NEW.status WHEN 'cancelled' THEN 'review.cancelled' WHEN 'failed' THEN 'review.ended' ELSE 'review.approved' END,
        NEW.id::text, v_data);
    END IF;
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION tell_record_event() FROM PUBLIC;
CREATE TRIGGER records_are_told AFTER INSERT ON records
  FOR EACH ROW WHEN (NEW.type IN ('incoming', 'outgoing')) EXECUTE FUNCTION tell_record_event();
CREATE TRIGGER record_states_are_told AFTER UPDATE OF status ON records
  FOR EACH ROW WHEN (NEW.type IN ('incoming', 'outgoing') AND OLD.status <> NEW.status) EXECUTE FUNCTION tell_record_event();

-- Holds of operators on accounts. Why is for operators alone: the person is not told all of it either.
CREATE FUNCTION tell_freeze_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_person text;
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks WHERE state = 'active' AND 'freezes' = ANY (kinds)) THEN RETURN NULL; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('webhook-freeze:' || NEW.person_id, 0));
  SELECT public_id INTO v_person FROM people WHERE id = NEW.person_id;
  PERFORM emit_webhook_event('freezes', CASE WHEN NEW.lifted_at IS NULL THEN 'freeze.began' ELSE 'freeze.lifted' END, v_person,
    jsonb_build_object('freeze', NEW.id, 'person', v_person, 'until',
      to_char(NEW.until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION tell_freeze_event() FROM PUBLIC;
CREATE TRIGGER account_freezes_are_told AFTER INSERT OR UPDATE OF lifted_at ON account_freezes
  FOR EACH ROW EXECUTE FUNCTION tell_freeze_event();
