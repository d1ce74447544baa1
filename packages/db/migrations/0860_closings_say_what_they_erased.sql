-- An older version erases nothing of tables that it does not know. How many tables were erased of somebody says whether it has to
-- be done again; a closing itself never changes once it has ended.
CREATE TABLE closing_erasures (
  person_id uuid CONSTRAINT closing_erasures_pkey PRIMARY KEY,
  tables smallint NOT NULL CONSTRAINT closing_erasures_tables_check CHECK (tables > 0),
  erased_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE (tables, erased_at) ON closing_erasures TO tern_worker;
