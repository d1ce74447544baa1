-- The watch over the books and over the service: when they were looked at, and what was found.

-- One row. A look is one worker's for a while, by database time.
CREATE TABLE book_inspections (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT book_inspections_pkey PRIMARY KEY CONSTRAINT book_inspections_singleton_check CHECK (singleton),
  claimed_until timestamptz,
  -- When the last finished look began, and the last that read everything.
  inspected_at timestamptz,
  full_at timestamptz
);
GRANT SELECT ON book_inspections TO tern_api;
GRANT SELECT, UPDATE ON book_inspections TO tern_worker;
INSERT INTO book_inspections DEFAULT VALUES;

-- What contradicts the invariants. Stays until a look at everything no longer finds it.
CREATE TABLE book_alarms (
  invariant text NOT NULL CONSTRAINT book_alarms_invariant_check CHECK (invariant ~ '^I[0-9]{2}$'),
  finding text NOT NULL,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT book_alarms_pkey PRIMARY KEY (invariant, finding)
);
-- The finding names people's things: the public learns which invariant and since when.
GRANT SELECT (invariant, found_at) ON book_alarms TO tern_api;
GRANT SELECT, INSERT, DELETE ON book_alarms TO tern_worker;

-- One row: when the worker last looked. Where that is long ago, nothing is being processed.
CREATE TABLE service_inspections (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT service_inspections_pkey PRIMARY KEY
    CONSTRAINT service_inspections_singleton_check CHECK (singleton),
  inspected_at timestamptz
);
GRANT SELECT ON service_inspections TO tern_api;
GRANT SELECT, UPDATE ON service_inspections TO tern_worker;
INSERT INTO service_inspections DEFAULT VALUES;

-- What was wrong with the service and for how long: opened and ended by the worker from what it finds, read by everybody.
CREATE TABLE service_incidents (
  id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT service_incidents_pkey PRIMARY KEY,
  kind text NOT NULL CONSTRAINT service_incidents_kind_check CHECK (kind IN (
    'flow-stopped', 'reserve-gap', 'chain-stalled', 'deposits-late', 'payouts-late', 'sending-paused', 'books-broken',
    'processing-stopped')),
  -- The flow or the asset it is about; empty where it is about everything.
  subject text NOT NULL,
  -- Of a gap, in base units: the most that was missing.
  missing numeric(78, 0) CONSTRAINT service_incidents_missing_check CHECK (missing > 0),
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT service_incidents_ended_check CHECK (ended_at >= began_at)
);
CREATE UNIQUE INDEX service_incidents_open_key ON service_incidents (kind, subject) WHERE ended_at IS NULL;
CREATE INDEX service_incidents_ended_at_idx ON service_incidents (ended_at) WHERE ended_at IS NOT NULL;
GRANT SELECT ON service_incidents TO tern_api;
GRANT SELECT, INSERT, UPDATE (missing, ended_at) ON service_incidents TO tern_worker;
