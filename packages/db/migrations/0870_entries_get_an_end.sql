-- The entries so far become the first part of a table that is divided by the number of the transfer (0872). That takes no time
-- if a rule says already that none of them is beyond its end.
-- The end leaves room for a hundred million transfers or more, so that nothing is refused however long the rest of an upgrade
-- takes. It is a constant of its own, because each installation has come to another number.
DO $do$
BEGIN
  EXECUTE format('CREATE FUNCTION ledger.first_part_end() RETURNS bigint LANGUAGE sql IMMUTABLE AS %L',
    format('SELECT %s::bigint', (SELECT (last_value / 100000000 + 2) * 100000000 FROM ledger.transfers_id_seq)));
END $do$;
ALTER TABLE ledger.entries ADD CONSTRAINT entries_first_part_check CHECK (transfer_id < ledger.first_part_end()) NOT VALID;
