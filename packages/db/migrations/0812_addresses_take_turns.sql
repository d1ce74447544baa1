-- Up to which deposit address the comparison with the chain has come that asks for the TRX of every one of them, also of those on
-- which the books never knew any: a contract can pay one without a receipt that shows it.
CREATE TABLE reserve_turns (
  id smallint CONSTRAINT reserve_turns_pkey PRIMARY KEY DEFAULT 1 CONSTRAINT reserve_turns_id_check CHECK (id = 1),
  address text NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON reserve_turns TO tern_worker;
