-- What each configured node said of itself when the worker last asked it: one row for each node.
CREATE TABLE node_reports (
  -- Host and port of its first address.
  node text CONSTRAINT node_reports_pkey PRIMARY KEY,
  asked_at timestamptz NOT NULL,
  -- Of its software; empty where it does not say.
  version text NOT NULL,
  -- Null where it gave no usable answer.
  head_block bigint,
  solid_block bigint,
  -- One sentence each, for operators: what is wrong, and what could be better.
  faults text[] NOT NULL,
  notes text[] NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON node_reports TO tern_worker;
