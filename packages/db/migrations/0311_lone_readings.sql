-- Blocks booked on the word of one node while the others were silent. When a second one answers again, reading goes back
-- to where it began and compares. One row is open at a time.
CREATE TABLE lone_readings (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT lone_readings_pkey PRIMARY KEY,
  -- The last block that several nodes had told alike.
  from_number bigint NOT NULL,
  from_id text NOT NULL,
  from_time timestamptz NOT NULL,
  -- Worth of what was credited meanwhile, in USDT base units; it may not grow beyond a limit.
  value numeric(78, 0) NOT NULL DEFAULT 0 CONSTRAINT lone_readings_value_check CHECK (value >= 0),
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The last block booked so, once another node has answered.
  to_number bigint,
  ended_at timestamptz,
  CONSTRAINT lone_readings_ended_check CHECK ((to_number IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX lone_readings_open_key ON lone_readings ((ended_at IS NULL)) WHERE ended_at IS NULL;
GRANT SELECT ON lone_readings TO tern_api;
GRANT SELECT, INSERT, UPDATE ON lone_readings TO tern_worker;

-- Money in suspense that only waits until its token's contract was asked.
CREATE INDEX deposits_unproven_idx ON deposits (to_address, asset) WHERE destination = 'suspense' AND reason = 'token-unproven';
