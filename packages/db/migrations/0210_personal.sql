-- What belongs to a person besides their money: agreements, preferences, address book, messages, and the end of an account.

-- Versions of user agreement and privacy policy that people were asked to accept. None ever changes.
CREATE TABLE agreement_versions (
  document text NOT NULL CONSTRAINT agreement_versions_document_check CHECK (document IN ('agreement', 'privacy')),
  -- The day the text was written; the latest one is in force.
  version text NOT NULL CONSTRAINT agreement_versions_version_check CHECK (version ~ '^\d{4}-\d{2}-\d{2}$'),
  -- SHA-256 over the English text.
  digest text NOT NULL CONSTRAINT agreement_versions_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'),
  -- When the first process with this text started.
  published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT agreement_versions_pkey PRIMARY KEY (document, version)
);
GRANT SELECT ON agreement_versions TO tern_api;

CREATE FUNCTION agreements_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER agreement_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreement_versions
  FOR EACH STATEMENT EXECUTE FUNCTION agreements_refuse_change();

-- The versions that the first accounts were opened with.
INSERT INTO agreement_versions (document, version, digest) VALUES
  ('agreement', '2026-11-01', 'c972f06ceda05b77a8a3a7d71d30ff83de8d459413f409b691256557e314d2ed'),
  ('privacy', '2026-11-01', 'de2777a80941516fc1c961927cc8531dc0e01a0d111d07c59aaf9229d089286a');

-- Who answers the public publishes what its build shows, and nothing that would change a version that is there.
CREATE FUNCTION publish_agreement(p_document text, p_version text, p_digest text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO agreement_versions (document, version, digest) VALUES (p_document, p_version, p_digest)
  ON CONFLICT ON CONSTRAINT agreement_versions_pkey DO NOTHING
$$;
GRANT EXECUTE ON FUNCTION publish_agreement TO tern_api;

-- Who accepted which version.
CREATE TABLE agreement_acceptances (
  person_id uuid NOT NULL CONSTRAINT agreement_acceptances_person_id_fkey REFERENCES people,
  document text NOT NULL,
  version text NOT NULL,
  -- The language it was read in; null of accounts that were opened before this was kept and had chosen none.
  language text,
  accepted_at timestamptz NOT NULL,
  CONSTRAINT agreement_acceptances_pkey PRIMARY KEY (person_id, document, version),
  CONSTRAINT agreement_acceptances_version_fkey FOREIGN KEY (document, version) REFERENCES agreement_versions
);
GRANT SELECT, INSERT ON agreement_acceptances TO tern_api;
CREATE TRIGGER agreement_acceptances_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreement_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION agreements_refuse_change();

-- What a person prefers on all their devices.
CREATE TABLE preferences (
  person_id uuid CONSTRAINT preferences_pkey PRIMARY KEY,
  currency_unit text NOT NULL DEFAULT 'usdt' CONSTRAINT preferences_currency_unit_check CHECK (currency_unit ~ '^[a-z]{3,8}$'),
  hide_balances boolean NOT NULL DEFAULT false
);
-- The worker erases what goes with a closed account: see docs/personal-data.md.
GRANT SELECT, INSERT, UPDATE ON preferences TO tern_api;
GRANT SELECT (person_id), DELETE ON preferences TO tern_worker;

-- Every declaration stays: what somebody was given follows from what they had said by then.
CREATE TABLE declared_countries (
  person_id uuid NOT NULL,
  country text NOT NULL CONSTRAINT declared_countries_country_check CHECK (country ~ '^[A-Z]{2}$'),
  declared_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- A declaration can be corrected for a while: when the first of those was made that it corrects; null where it corrects none.
  first_declared_at timestamptz,
  CONSTRAINT declared_countries_pkey PRIMARY KEY (person_id, declared_at),
  CONSTRAINT declared_countries_first_check CHECK (first_declared_at < declared_at)
);
GRANT SELECT, INSERT ON declared_countries TO tern_api;
GRANT SELECT ON declared_countries TO tern_worker;

-- What people say of themselves; it may be taken away again.
CREATE TABLE profiles (
  person_id uuid CONSTRAINT profiles_pkey PRIMARY KEY,
  bio text CONSTRAINT profiles_bio_check CHECK (length(bio) BETWEEN 1 AND 160),
  line text CONSTRAINT profiles_line_check CHECK (line ~ '^[a-z0-9._-]{4,20}$'),
  instagram text CONSTRAINT profiles_instagram_check CHECK (instagram ~ '^[a-z0-9._]{1,30}$'),
  telegram text CONSTRAINT profiles_telegram_check CHECK (telegram ~ '^[A-Za-z][A-Za-z0-9_]{4,31}$'),
  x text CONSTRAINT profiles_x_check CHECK (x ~ '^[A-Za-z0-9_]{1,15}$')
);
GRANT SELECT, INSERT, UPDATE, DELETE ON profiles TO tern_api;
GRANT SELECT (person_id), DELETE ON profiles TO tern_worker;

-- One picture per person, re-encoded and small: beside the row that names it, so that neither is ever without the other.
CREATE TABLE avatars (
  person_id uuid CONSTRAINT avatars_pkey PRIMARY KEY,
  file_name text NOT NULL CONSTRAINT avatars_file_name_key UNIQUE
    CONSTRAINT avatars_file_name_check CHECK (file_name ~ '^[0-9a-f]{32}\.webp$'),
  picture bytea NOT NULL CONSTRAINT avatars_picture_check CHECK (length(picture) BETWEEN 1 AND 1048576),
  uploaded_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE, DELETE ON avatars TO tern_api;
GRANT SELECT (person_id), DELETE ON avatars TO tern_worker;

-- How a person wants the list of their assets.
CREATE TABLE asset_settings (
  person_id uuid CONSTRAINT asset_settings_pkey PRIMARY KEY,
  hidden text[] NOT NULL,
  -- Those that come first, in this order.
  first_ones text[] NOT NULL,
  hide_small boolean NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON asset_settings TO tern_api;
GRANT SELECT (person_id), DELETE ON asset_settings TO tern_worker;

-- When a person closed the prompt to activate their account; it comes back a week later at the earliest.
CREATE TABLE activation_prompts (
  person_id uuid CONSTRAINT activation_prompts_pkey PRIMARY KEY,
  closed_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, UPDATE ON activation_prompts TO tern_api;
GRANT SELECT (person_id), DELETE ON activation_prompts TO tern_worker;

-- Addresses people have named.
CREATE TABLE address_book_entries (
  id uuid CONSTRAINT address_book_entries_pkey PRIMARY KEY,
  -- As in records, without a foreign key: it would lock the person's row for every change.
  person_id uuid NOT NULL,
  network text NOT NULL CONSTRAINT address_book_entries_network_check CHECK (network IN ('tron')),
  address text NOT NULL CONSTRAINT address_book_entries_address_check CHECK (address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'),
  label text NOT NULL CONSTRAINT address_book_entries_label_check CHECK (char_length(label) BETWEEN 1 AND 40),
  -- From here a new address waits.
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT address_book_entries_address_key UNIQUE (person_id, network, address)
);
GRANT SELECT, INSERT, UPDATE (label), DELETE ON address_book_entries TO tern_api;
GRANT SELECT (person_id), DELETE ON address_book_entries TO tern_worker;

-- A row is a rule that is on; from `off_at` on it is off again. Nothing has to run for that: it is judged by this clock.
CREATE TABLE address_rules (
  person_id uuid NOT NULL,
  rule text NOT NULL CONSTRAINT address_rules_rule_check CHECK (rule IN ('listed-only', 'new-address-wait')),
  on_since timestamptz NOT NULL DEFAULT clock_timestamp(),
  off_asked_at timestamptz,
  off_at timestamptz,
  CONSTRAINT address_rules_pkey PRIMARY KEY (person_id, rule),
  CONSTRAINT address_rules_off_check CHECK ((off_asked_at IS NULL) = (off_at IS NULL) AND off_at > off_asked_at)
);
GRANT SELECT, INSERT, UPDATE ON address_rules TO tern_api;
GRANT SELECT (person_id), DELETE ON address_rules TO tern_worker;

-- What a person is told of: what became of their money, and what happened to their account. The app makes the texts, in
-- their language, from these facts.
CREATE TABLE messages (
  id uuid NOT NULL,
  -- As in records, without a foreign key: it would lock the person's row for every deposit.
  person_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT messages_kind_check CHECK (kind IN ('transfers', 'rewards', 'security', 'announcements')),
  event text NOT NULL,
  -- The record or security event it tells of: the same news is written once.
  subject_id uuid NOT NULL,
  asset text,
  amount numeric(78, 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  -- A decision about an entry is told as news of the entry; it leads to the activity.
  target_id uuid,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_news_key UNIQUE (subject_id, event),
  CONSTRAINT messages_amount_check CHECK ((asset IS NULL) = (amount IS NULL))
);
CREATE INDEX messages_person_id_idx ON messages (person_id, created_at DESC, id DESC);
CREATE INDEX messages_unread_idx ON messages (person_id) WHERE read_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON messages TO tern_api;
GRANT SELECT, INSERT, DELETE ON messages TO tern_worker;

-- Kinds a person does not want to be pointed at: their messages arrive read. Security cannot be muted.
CREATE TABLE message_settings (
  person_id uuid NOT NULL,
  muted text[] NOT NULL CONSTRAINT message_settings_muted_check CHECK (muted <@ ARRAY['transfers', 'rewards']),
  CONSTRAINT message_settings_pkey PRIMARY KEY (person_id)
);
GRANT SELECT, INSERT, UPDATE ON message_settings TO tern_api;
GRANT SELECT, DELETE ON message_settings TO tern_worker;

-- Web Push: where each device wants to be told while the app is closed.
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
GRANT SELECT, INSERT, UPDATE, DELETE ON push_subscriptions TO tern_api;
GRANT SELECT, DELETE ON push_subscriptions TO tern_worker;

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
GRANT INSERT ON push_outbox TO tern_api;
GRANT SELECT, INSERT, UPDATE, DELETE ON push_outbox TO tern_worker;

-- Wishes to close an account, which wait before they are carried out.
CREATE TABLE account_closings (
  id uuid CONSTRAINT account_closings_pkey PRIMARY KEY,
  person_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CONSTRAINT account_closings_state_check CHECK (state IN ('waiting', 'cancelled', 'stopped', 'not-empty', 'done')),
  requested_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  due_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT account_closings_ended_check CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE UNIQUE INDEX account_closings_waiting_key ON account_closings (person_id) WHERE state = 'waiting';
CREATE INDEX account_closings_due_idx ON account_closings (due_at) WHERE state = 'waiting';
GRANT SELECT, INSERT, UPDATE (state, ended_at) ON account_closings TO tern_api;
GRANT SELECT, UPDATE (state, ended_at) ON account_closings TO tern_worker;

-- A proven wish for a copy of one's data: good for one download, a few minutes long.
CREATE TABLE data_exports (
  token_hash bytea CONSTRAINT data_exports_pkey PRIMARY KEY CONSTRAINT data_exports_token_hash_check CHECK (length(token_hash) = 32),
  person_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
GRANT SELECT, INSERT, UPDATE (used_at) ON data_exports TO tern_api;
GRANT SELECT (person_id), DELETE ON data_exports TO tern_worker;
