-- For each statement of what is owed, signatures of the keys of the addresses that it names as held (docs/proof-of-liabilities.md).

ALTER TABLE liability_snapshots ADD CONSTRAINT liability_snapshots_number_hash_key UNIQUE (number, statement_hash);

CREATE TABLE reserve_signatures (
  snapshot_number integer NOT NULL,
  statement_hash bytea NOT NULL,
  place text NOT NULL CONSTRAINT reserve_signatures_place_check CHECK (place IN ('hot', 'fee', 'cold')),
  address text NOT NULL,
  -- What was signed, as `reservesText` makes it.
  text text NOT NULL CONSTRAINT reserve_signatures_text_check CHECK (
    length(text) <= 2000
    AND text LIKE format(E'reserves 1\n%%\naddress %s\nnumber %s\n%%\nstatement %s',
                         address, snapshot_number, encode(statement_hash, 'hex'))
  ),
  -- Of 65 bytes, as `signMessageV2` of the Tron JavaScript library gives it.
  signature bytea NOT NULL CONSTRAINT reserve_signatures_signature_check CHECK (length(signature) = 65),
  signed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT reserve_signatures_pkey PRIMARY KEY (snapshot_number, address),
  CONSTRAINT reserve_signatures_snapshot_fkey FOREIGN KEY (snapshot_number, statement_hash)
    REFERENCES liability_snapshots (number, statement_hash)
);
CREATE TRIGGER reserve_signatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON reserve_signatures
  EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON reserve_signatures TO tern_api;
GRANT SELECT, INSERT ON reserve_signatures TO tern_worker;
