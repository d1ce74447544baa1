-- The entries are divided by the number of the transfer, which rises with time: new ones touch the indexes of the newest part
-- alone, and old parts can lie on cheaper disks. The table so far becomes the first part as it is; nothing of it is read.
-- Whoever names `ledger.entries` finds all parts under it. The reasons and figures: docs/decisions/0258-entries-are-divided.md.
CREATE TABLE ledger.entries_divided (
  LIKE ledger.entries,
  CONSTRAINT entries_divided_pkey PRIMARY KEY (account_id, transfer_id)
) PARTITION BY RANGE (transfer_id);
CREATE INDEX entries_divided_call_id_idx ON ledger.entries_divided (call_id) WHERE call_id IS NOT NULL;
-- Fires for the whole alone; each part has its own.
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entries_divided
  EXECUTE FUNCTION ledger.refuse_change();
GRANT SELECT ON ledger.entries_divided TO tern_api, tern_worker;

ALTER TABLE ledger.entries_divided ATTACH PARTITION ledger.entries FOR VALUES FROM (MINVALUE) TO (ledger.first_part_end());
ALTER TABLE ledger.entries DROP CONSTRAINT entries_first_part_check;
DROP FUNCTION ledger.first_part_end();
ALTER TABLE ledger.entries RENAME CONSTRAINT entries_pkey TO entries_first_pkey;
ALTER INDEX ledger.entries_call_id_idx RENAME TO entries_first_call_id_idx;
ALTER TABLE ledger.entries RENAME TO entries_first;
ALTER TABLE ledger.entries_divided RENAME CONSTRAINT entries_divided_pkey TO entries_pkey;
ALTER INDEX ledger.entries_divided_call_id_idx RENAME TO entries_call_id_idx;
ALTER TABLE ledger.entries_divided RENAME TO entries;

\ir ../../ledger/sql/entries_end.sql
\ir ../../ledger/sql/entries_room.sql
\ir ../../ledger/sql/add_parts.sql
\ir ../../ledger/sql/analyze_entries.sql
\ir ../../ledger/sql/lock_patiently.sql
\ir ../../ledger/sql/move_part.sql
\ir ../../ledger/sql/compute_daily_root.sql
