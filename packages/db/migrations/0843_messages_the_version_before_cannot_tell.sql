-- Pages and processes of 2.1.0 fail at a whole list of messages where they meet one that they cannot tell. Those are kept in a
-- table of their own, beside the one that 2.1.0 reads.

-- Both together, for reading, marking and erasing; it holds nothing itself.
CREATE TABLE all_messages (
  LIKE messages,
  CONSTRAINT all_messages_none_check CHECK (false) NO INHERIT
);
GRANT SELECT, UPDATE (read_at) ON all_messages TO tern_api;
GRANT SELECT, DELETE ON all_messages TO tern_worker;

CREATE TABLE later_messages (
  LIKE messages INCLUDING DEFAULTS,
  CONSTRAINT later_messages_pkey PRIMARY KEY (id),
  CONSTRAINT later_messages_news_key UNIQUE (subject_id, event),
  CONSTRAINT later_messages_kind_check CHECK (kind IN ('prices', 'security')),
  CONSTRAINT later_messages_amount_check CHECK (amount IS NULL AND (asset IS NULL) = (price IS NULL)),
  CONSTRAINT later_messages_price_check
    CHECK ((price IS NULL) = (kind <> 'prices') AND (price IS NULL) = (target_price IS NULL)
      AND (price IS NULL) = (price_unit IS NULL))
) INHERITS (all_messages);
CREATE INDEX later_messages_person_id_idx ON later_messages (person_id, created_at DESC, id DESC);
CREATE INDEX later_messages_unread_idx ON later_messages (person_id) WHERE read_at IS NULL;
GRANT SELECT, INSERT ON later_messages TO tern_api, tern_worker;

ALTER TABLE messages INHERIT all_messages;

-- A kind that 2.1.0 does not know fails there as well, on the page that switches kinds off.
ALTER TABLE message_settings ADD COLUMN prices_muted boolean NOT NULL DEFAULT false;
