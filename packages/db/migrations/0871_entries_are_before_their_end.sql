-- No entry is beyond the end of the first part.
-- outside a transaction: every entry is read, and money moves meanwhile.
ALTER TABLE ledger.entries VALIDATE CONSTRAINT entries_first_part_check;
