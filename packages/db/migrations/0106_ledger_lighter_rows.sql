-- What each row costs. The reasons and figures: docs/decisions/0014-no-foreign-keys-in-the-books.md.

-- Rows of the books come from the functions alone, which lock the accounts they name and make journal, transfers and
-- entries together; nothing is ever deleted. A foreign key looks the same fact up again, eight times for each transfer.
-- `check_invariants` and `verify` look for what a key would have kept out.
ALTER TABLE ledger.journals DROP CONSTRAINT journals_kind_fkey;
ALTER TABLE ledger.transfers
  DROP CONSTRAINT transfers_journal_id_fkey,
  DROP CONSTRAINT transfers_debit_account_id_fkey,
  DROP CONSTRAINT transfers_credit_account_id_fkey,
  DROP CONSTRAINT transfers_pending_id_fkey;
ALTER TABLE ledger.entries
  DROP CONSTRAINT entries_account_id_fkey,
  DROP CONSTRAINT entries_transfer_id_fkey;

-- Hardly any journal takes another one back.
ALTER TABLE ledger.journals DROP CONSTRAINT journals_reverses_key;
CREATE UNIQUE INDEX journals_reverses_key ON ledger.journals (reverses) WHERE reverses IS NOT NULL;

-- Journals are written in the order of their time, so the ends of each stretch of pages are enough to find a day.
DROP INDEX ledger.journals_created_at_idx;
CREATE INDEX journals_created_at_idx ON ledger.journals USING brin (created_at) WITH (autosummarize = on);
