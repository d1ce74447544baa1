-- Where the signer sends what is for cold storage, and to whom it gives an account of the house, as it said last: shown to
-- operators before they approve such an order, and signed by them. It decides nothing; the signer knows its own.
CREATE TABLE signer_accounts (
  only_row boolean NOT NULL DEFAULT true CONSTRAINT signer_accounts_pkey PRIMARY KEY
    CONSTRAINT signer_accounts_only_row_check CHECK (only_row),
  hot_address text NOT NULL,
  fee_address text NOT NULL,
  cold_address text,
  owner_addresses text[] NOT NULL,
  owner_threshold int NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
GRANT SELECT, INSERT, UPDATE ON signer_accounts TO tern_worker;
