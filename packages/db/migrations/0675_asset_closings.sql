-- Coins that operators close: nobody swaps them or is offered their top-up any more. What people hold stays theirs, what
-- arrives is credited, and everything can be sent out. Rows stay: whoever asks later sees when it was so.
CREATE TABLE asset_closings (
  id bigint GENERATED ALWAYS AS IDENTITY,
  asset_id text NOT NULL,
  decided_at timestamptz NOT NULL,
  -- From when on it counts.
  closes_at timestamptz NOT NULL,
  -- When it was undone, before or after it began to count.
  opened_at timestamptz,
  CONSTRAINT asset_closings_pkey PRIMARY KEY (id),
  -- Never without notice, whoever writes it.
  CONSTRAINT asset_closings_notice_check CHECK (closes_at >= decided_at + interval '24 hours'),
  CONSTRAINT asset_closings_opened_check CHECK (opened_at >= decided_at)
);
CREATE UNIQUE INDEX asset_closings_lasting_key ON asset_closings (asset_id) WHERE opened_at IS NULL;
GRANT SELECT ON asset_closings TO tern_api;
GRANT SELECT, INSERT, UPDATE (opened_at) ON asset_closings TO tern_worker;
