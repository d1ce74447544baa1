-- The pieces of a day's list are stored while it is built, before the row that they belong to: its root is known last.
ALTER TABLE liability_chunks ALTER CONSTRAINT liability_chunks_list_fkey DEFERRABLE INITIALLY IMMEDIATE;
ALTER TABLE liability_balances ALTER CONSTRAINT liability_balances_list_fkey DEFERRABLE INITIALLY IMMEDIATE;
