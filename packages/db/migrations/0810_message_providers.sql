-- Messages have more than one way out, and providers report what became of them.
-- earlier form: 92bb83da8fc8da3c0748efe5fae8f51318ec9fbc730395c3b1a22233d09788ee

-- `handed`: a provider took the message and may still report that it did not arrive; another provider then gets it, so its
-- values stay sealed until the report, its own end, or ten minutes.
ALTER TABLE outbox
  DROP CONSTRAINT outbox_state_check,
  ADD CONSTRAINT outbox_state_check CHECK (state IN ('waiting', 'handed', 'sent', 'dropped')) NOT VALID,
  DROP CONSTRAINT outbox_settled_check,
  ADD CONSTRAINT outbox_settled_check
    CHECK ((state IN ('waiting', 'handed')) = (settled_at IS NULL) AND (state IN ('waiting', 'handed')) = (values_sealed IS NOT NULL)) NOT VALID;

-- What one provider was handed of a message, and what is known of it: the newest try of each provider.
CREATE TABLE message_tries (
  outbox_id uuid NOT NULL CONSTRAINT message_tries_outbox_id_fkey REFERENCES outbox ON DELETE CASCADE,
  slot text NOT NULL CONSTRAINT message_tries_slot_check CHECK (slot IN ('mail', 'sms', 'sms-fallback')),
  -- accepted: taken, and nothing known since. unclear: it may have it. not-accepted: it surely does not. refused: it says that it
  -- never reaches this recipient. delivered, undelivered, bounced: what it reported later.
  state text NOT NULL CONSTRAINT message_tries_state_check
    CHECK (state IN ('accepted', 'unclear', 'not-accepted', 'refused', 'delivered', 'undelivered', 'bounced')),
  -- The provider's own code for what went wrong.
  code text CONSTRAINT message_tries_code_check CHECK (length(code) <= 40),
  handed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reported_at timestamptz,
  CONSTRAINT message_tries_pkey PRIMARY KEY (outbox_id, slot)
);
CREATE INDEX message_tries_handed_at_idx ON message_tries (handed_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON message_tries TO tern_worker;

-- How each provider is doing, for all workers. One that failed several times in a row is left alone until `down_until`.
CREATE TABLE message_providers (
  slot text CONSTRAINT message_providers_pkey PRIMARY KEY
    CONSTRAINT message_providers_slot_check CHECK (slot IN ('mail', 'sms', 'sms-fallback')),
  failures integer NOT NULL CONSTRAINT message_providers_failures_check CHECK (failures >= 0),
  down_until timestamptz
);
GRANT SELECT, INSERT, UPDATE ON message_providers TO tern_worker;

-- Signed reports of providers, as the api received them; the worker looks at each and deletes it.
CREATE TABLE message_reports (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT message_reports_pkey PRIMARY KEY,
  slot text NOT NULL CONSTRAINT message_reports_slot_check CHECK (slot IN ('mail', 'sms', 'sms-fallback')),
  -- The message, or where the provider does not repeat its id, whom it was for.
  outbox_id uuid,
  recipient text CONSTRAINT message_reports_recipient_check CHECK (length(recipient) <= 320),
  state text NOT NULL CONSTRAINT message_reports_state_check CHECK (state IN ('delivered', 'undelivered', 'bounced')),
  code text CONSTRAINT message_reports_code_check CHECK (length(code) <= 40),
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT message_reports_names_check CHECK ((outbox_id IS NULL) <> (recipient IS NULL))
);
GRANT INSERT ON message_reports TO tern_api;
GRANT SELECT, DELETE ON message_reports TO tern_worker;

-- Mail addresses and numbers that a provider refused for good, or that bounced: they are not asked again until `until`.
CREATE TABLE unreachable_recipients (
  channel text NOT NULL CONSTRAINT unreachable_recipients_channel_check CHECK (channel IN ('email', 'sms')),
  recipient text NOT NULL,
  code text CONSTRAINT unreachable_recipients_code_check CHECK (length(code) <= 40),
  -- How often in a row; each makes the wait longer.
  times integer NOT NULL CONSTRAINT unreachable_recipients_times_check CHECK (times > 0),
  until timestamptz NOT NULL,
  CONSTRAINT unreachable_recipients_pkey PRIMARY KEY (channel, recipient)
);
CREATE INDEX unreachable_recipients_until_idx ON unreachable_recipients (until);
GRANT SELECT, INSERT, UPDATE, DELETE ON unreachable_recipients TO tern_worker;
