-- Flows of the product that an operator has stopped; a row is there as long as it lasts.
CREATE TABLE flow_stops (
  flow text NOT NULL CONSTRAINT flow_stops_flow_check
    CHECK (flow IN ('deposits', 'withdrawals', 'swaps', 'rewards', 'logins')),
  reason text NOT NULL CONSTRAINT flow_stops_reason_check CHECK (length(reason) BETWEEN 3 AND 500),
  stopped_by uuid NOT NULL CONSTRAINT flow_stops_stopped_by_fkey REFERENCES operators,
  stopped_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT flow_stops_pkey PRIMARY KEY (flow)
);
GRANT SELECT ON flow_stops TO tern_api;
GRANT SELECT, INSERT, DELETE ON flow_stops TO tern_worker;
