-- What a person is told of: what became of their money, and what happened to their account. The app makes the texts, in
-- their language, from these facts.

CREATE TABLE messages (
  id uuid NOT NULL,
  -- As in records, without a foreign key: it would lock the person's row for every deposit.
  person_id uuid NOT NULL,
  kind text NOT NULL CONSTRAINT messages_kind_check CHECK (kind IN ('transfers', 'rewards', 'security')),
  event text NOT NULL,
  -- The record or security event it tells of: the same news is written once.
  subject_id uuid NOT NULL,
  asset text,
  amount numeric(78, 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  CONSTRAINT messages_pkey PRIMARY KEY (id),
  CONSTRAINT messages_news_key UNIQUE (subject_id, event),
  CONSTRAINT messages_amount_check CHECK ((asset IS NULL) = (amount IS NULL))
);
CREATE INDEX messages_person_id_idx ON messages (person_id, created_at DESC, id DESC);
CREATE INDEX messages_unread_idx ON messages (person_id) WHERE read_at IS NULL;

-- Kinds a person does not want to be pointed at: their messages arrive read. Security cannot be muted.
CREATE TABLE message_settings (
  person_id uuid NOT NULL,
  muted text[] NOT NULL CONSTRAINT message_settings_muted_check CHECK (muted <@ ARRAY['transfers', 'rewards']),
  CONSTRAINT message_settings_pkey PRIMARY KEY (person_id)
);

GRANT SELECT, INSERT, UPDATE ON messages, message_settings TO tern_api;
GRANT SELECT, INSERT ON messages TO tern_worker;
GRANT SELECT ON message_settings TO tern_worker;
