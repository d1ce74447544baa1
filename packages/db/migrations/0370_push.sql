-- Web Push: where each device wants to be told while the app is closed, and what it has still to be told.

CREATE TABLE push_subscriptions (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  -- The device's session: with it ends the subscription, however it ends.
  session_id uuid NOT NULL CONSTRAINT push_subscriptions_session_id_fkey REFERENCES sessions,
  endpoint text NOT NULL,
  -- The browser's key (uncompressed P-256 point) and shared secret: only that browser can read what is sent.
  p256dh bytea NOT NULL CONSTRAINT push_subscriptions_p256dh_check CHECK (length(p256dh) = 65),
  auth bytea NOT NULL CONSTRAINT push_subscriptions_auth_check CHECK (length(auth) = 16),
  -- Balances are hidden on the device: its lock screen shows no amounts.
  hide_amounts boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT push_subscriptions_session_id_key UNIQUE (session_id),
  CONSTRAINT push_subscriptions_endpoint_key UNIQUE (endpoint)
);
CREATE INDEX push_subscriptions_person_id_idx ON push_subscriptions (person_id);

-- One message for one device, written together with the message; gone once it is settled.
CREATE TABLE push_outbox (
  message_id uuid NOT NULL,
  subscription_id uuid NOT NULL
    CONSTRAINT push_outbox_subscription_id_fkey REFERENCES push_subscriptions ON DELETE CASCADE,
  kind text NOT NULL,
  event text NOT NULL,
  asset text,
  amount numeric(78, 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL DEFAULT now(),
  -- Kept for a day after it left, so that the same message does not leave again.
  sent_at timestamptz,
  CONSTRAINT push_outbox_pkey PRIMARY KEY (message_id, subscription_id)
);
CREATE INDEX push_outbox_next_try_at_idx ON push_outbox (next_try_at) WHERE sent_at IS NULL;
CREATE INDEX push_outbox_subscription_id_idx ON push_outbox (subscription_id);
CREATE INDEX push_outbox_sent_at_idx ON push_outbox (sent_at) WHERE sent_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscriptions TO tern_api;
GRANT SELECT, DELETE ON push_subscriptions TO tern_worker;
GRANT INSERT ON push_outbox TO tern_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON push_outbox TO tern_worker;
GRANT SELECT (id, ended_at, absolute_until) ON sessions TO tern_worker;
