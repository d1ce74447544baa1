-- People are told once when an asset reaches a price they chose.
-- earlier form: 94b46f1962496d3a177f7a77f5fb76b877b57f1b07aaa4a6e04012c7bb111819

-- A price somebody waits for. It stands as reached until it is deleted or set again.
CREATE TABLE price_alerts (
  id uuid CONSTRAINT price_alerts_pkey PRIMARY KEY,
  person_id uuid NOT NULL CONSTRAINT price_alerts_person_id_fkey REFERENCES people,
  asset text NOT NULL CONSTRAINT price_alerts_asset_check CHECK (asset ~ '^[a-z0-9-]{1,32}$'),
  -- The currency unit that the price is in, fixed when the alert was made.
  unit text NOT NULL CONSTRAINT price_alerts_unit_check CHECK (unit ~ '^[a-z]{3,8}$' AND unit <> asset),
  direction text NOT NULL CONSTRAINT price_alerts_direction_check CHECK (direction IN ('above', 'below')),
  -- Of one whole coin.
  target numeric(20, 8) NOT NULL CONSTRAINT price_alerts_target_check CHECK (target > 0),
  -- New each time it is set: what the message is about, which is told once.
  setting_id uuid NOT NULL CONSTRAINT price_alerts_setting_key UNIQUE,
  set_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  reached_at timestamptz,
  -- What it cost then, cut after eight decimals.
  reached_price numeric(38, 8),
  CONSTRAINT price_alerts_same_key UNIQUE (person_id, asset, unit, direction, target),
  CONSTRAINT price_alerts_reached_check CHECK ((reached_at IS NULL) = (reached_price IS NULL))
);
-- Every judgement looks for those a price has reached.
CREATE INDEX price_alerts_waiting_idx ON price_alerts (asset, unit, direction, target) WHERE reached_at IS NULL;
GRANT SELECT, INSERT, UPDATE (setting_id, set_at, reached_at, reached_price), DELETE ON price_alerts TO tern_api;
GRANT SELECT, UPDATE (reached_at, reached_price), DELETE ON price_alerts TO tern_worker;

-- A message of an alert says the price that was waited for and what it was then, both of one whole coin in one unit.
ALTER TABLE messages
  ADD COLUMN target_price numeric(20, 8),
  ADD COLUMN price numeric(38, 8),
  ADD COLUMN price_unit text,
  DROP CONSTRAINT messages_kind_check,
  ADD CONSTRAINT messages_kind_check
    CHECK (kind IN ('transfers', 'rewards', 'prices', 'security', 'announcements')) NOT VALID,
  DROP CONSTRAINT messages_amount_check,
  ADD CONSTRAINT messages_amount_check CHECK ((asset IS NULL) = (amount IS NULL AND price IS NULL)) NOT VALID,
  ADD CONSTRAINT messages_price_check
    CHECK ((price IS NULL) = (kind <> 'prices') AND (price IS NULL) = (target_price IS NULL)
      AND (price IS NULL) = (price_unit IS NULL) AND (price IS NULL OR amount IS NULL)) NOT VALID;
ALTER TABLE push_outbox
  ADD COLUMN target_price numeric(20, 8),
  ADD COLUMN price numeric(38, 8),
  ADD COLUMN price_unit text;
ALTER TABLE message_settings
  DROP CONSTRAINT message_settings_muted_check,
  ADD CONSTRAINT message_settings_muted_check CHECK (muted <@ ARRAY['transfers', 'rewards', 'prices']) NOT VALID;
