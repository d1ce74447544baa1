-- The functions of the ledger, each in a file of its own: `\ir` puts the file here, as psql does.
-- Functions that processes may execute run as the owner (SECURITY DEFINER) with a fixed search path, and with plans made once
-- per connection: planning the same few statements anew for every call would cost more than running them. All others are
-- inner workings and are granted to nobody.

-- Hashes. Written once here, used when writing and when verifying.
\ir ../../ledger/sql/content_hash.sql
\ir ../../ledger/sql/entry_content.sql
\ir ../../ledger/sql/call_content.sql

-- Refusals, and what a journal is refused for.
\ir ../../ledger/sql/refuse.sql
\ir ../../ledger/sql/check_shape.sql
\ir ../../ledger/sql/check_journal.sql
\ir ../../ledger/sql/check_kind.sql
\ir ../../ledger/sql/check_leg.sql
\ir ../../ledger/sql/refuse_overdraft.sql
\ir ../../ledger/sql/fault_of.sql

-- Locks.
\ir ../../ledger/sql/lock_keys.sql
\ir ../../ledger/sql/lock_accounts.sql

-- Accounts.
\ir ../../ledger/sql/open_customer_account.sql
\ir ../../ledger/sql/house_account.sql

-- Posting one journal.
\ir ../../ledger/sql/begin_journal.sql
\ir ../../ledger/sql/book.sql
\ir ../../ledger/sql/transfer_ids.sql
\ir ../../ledger/sql/post_journal.sql

-- Holds: reserve, then post, void or expire, once.
\ir ../../ledger/sql/pending_transfer.sql
\ir ../../ledger/sql/close_hold.sql
\ir ../../ledger/sql/drop_hold.sql
\ir ../../ledger/sql/hold_funds.sql
\ir ../../ledger/sql/hold_funds_each.sql
\ir ../../ledger/sql/post_hold.sql
\ir ../../ledger/sql/void_hold.sql
\ir ../../ledger/sql/expire_holds.sql

-- Many at once: what a process has to post at one moment is posted together, each journal for itself.
-- The steps of `post_journals`, in their order, then itself.
\ir ../../ledger/sql/batch_check_arrays.sql
\ir ../../ledger/sql/batch_judge_alone.sql
\ir ../../ledger/sql/batch_find_known.sql
\ir ../../ledger/sql/batch_open_accounts.sql
\ir ../../ledger/sql/batch_check_legs.sql
\ir ../../ledger/sql/batch_lock_house.sql
\ir ../../ledger/sql/batch_walk.sql
\ir ../../ledger/sql/batch_chain.sql
\ir ../../ledger/sql/batch_write_journals.sql
\ir ../../ledger/sql/batch_write_customers.sql
\ir ../../ledger/sql/batch_write_house.sql
\ir ../../ledger/sql/post_journals.sql
\ir ../../ledger/sql/post_payout.sql

-- Daily roots.
\ir ../../ledger/sql/compute_daily_root.sql
\ir ../../ledger/sql/close_days.sql

-- Looking back.
\ir ../../ledger/sql/moves_of.sql
\ir ../../ledger/sql/balance_at.sql
\ir ../../ledger/sql/holding_weights.sql

-- Nobody rewrites history by accident either, the owner included.
\ir ../../ledger/sql/refuse_change.sql
CREATE TRIGGER journals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.journals
  EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.transfers
  EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.entries
  EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER daily_roots_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.daily_roots
  EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER accounts_never_deleted BEFORE DELETE OR TRUNCATE ON ledger.accounts
  EXECUTE FUNCTION ledger.refuse_change();
