-- The comparisons of books and chain, one row for each place and asset and day: the last one of the day, and how many there
-- were. `reserve_samples` has the newest one alone.
CREATE TABLE reserve_days (
  day date NOT NULL,
  place text NOT NULL CONSTRAINT reserve_days_place_check CHECK (place IN ('hot', 'energy', 'cold', 'deposit')),
  asset_id text NOT NULL,
  comparisons integer NOT NULL DEFAULT 1,
  -- In how many of them books and chain differed.
  differing integer NOT NULL,
  books numeric(78, 0) NOT NULL,
  chain numeric(78, 0) NOT NULL,
  block_number bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT reserve_days_pkey PRIMARY KEY (day, place, asset_id)
);
GRANT SELECT, INSERT, UPDATE ON reserve_days TO tern_worker;
