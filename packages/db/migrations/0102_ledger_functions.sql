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
-- Refuses what is wrong with a journal by itself, before any row is looked at: key, number of legs, amounts, equal accounts.
-- The order of the checks is that of docs/ledger.md, so that the same fault always gets the same name.
CREATE OR REPLACE FUNCTION ledger.check_shape(
  p_key text, p_debits bigint[], p_credits bigint[], p_assets text[], p_amounts numeric[], p_codes text[]
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  c_limit CONSTANT numeric := 115792089237316195423570985008687907853269984665640564039457584007913129639936;
  v_legs int := cardinality(p_amounts);
BEGIN
  IF p_key IS NULL OR length(p_key) NOT BETWEEN 1 AND 200 THEN
    PERFORM ledger.refuse('key-invalid', jsonb_build_object('key', p_key));
  END IF;
  IF (v_legs BETWEEN 1 AND 10000 AND v_legs = ALL (ARRAY[
    cardinality(p_debits), cardinality(p_credits), cardinality(p_assets), cardinality(p_codes)])) IS NOT TRUE THEN
    PERFORM ledger.refuse('legs-invalid', jsonb_build_object('legs', v_legs));
  END IF;
  FOR leg IN 1 .. v_legs LOOP
    IF (p_amounts[leg] > 0 AND p_amounts[leg] < c_limit AND scale(p_amounts[leg]) = 0) IS NOT TRUE THEN
      PERFORM ledger.refuse('amount-invalid', jsonb_build_object('leg', leg, 'amount', p_amounts[leg]::text));
    END IF;
    IF p_debits[leg] = p_credits[leg] THEN
      PERFORM ledger.refuse('accounts-equal', jsonb_build_object('leg', leg, 'accountId', p_debits[leg]::text));
    END IF;
  END LOOP;
END $$;
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
-- What the root of a day must be, from the rows: it hashes all journals and entries of the day and the root before. An entry
-- of a call belongs to the day of the call's first journal. Reads only; verification recomputes with it.
CREATE OR REPLACE FUNCTION ledger.compute_daily_root(p_day date, OUT journals bigint, OUT entries bigint, OUT root bytea)
LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_from timestamptz := p_day::timestamp AT TIME ZONE 'UTC';
  v_to timestamptz := (p_day + 1)::timestamp AT TIME ZONE 'UTC';
  v_journals bytea;
  v_entries bytea;
BEGIN
  SELECT count(*), sha256(coalesce(string_agg(sha256(convert_to(
           concat_ws('|', j.id, j.idempotency_key, j.kind, extract(epoch FROM j.created_at)), 'UTF8') || j.content_hash),
           '' ORDER BY j.id), ''))
  INTO journals, v_journals
  FROM ledger.journals j WHERE j.created_at >= v_from AND j.created_at < v_to;
  SELECT count(*), sha256(coalesce(string_agg(e.hash, '' ORDER BY e.account_id, e.seq), ''))
  INTO entries, v_entries
  FROM (
    SELECT e.account_id, e.seq, e.hash
    FROM ledger.journals j
    JOIN ledger.transfers t ON t.journal_id = j.id
    JOIN ledger.entries e ON e.account_id IN (t.debit_account_id, t.credit_account_id) AND e.transfer_id = t.id
    WHERE j.created_at >= v_from AND j.created_at < v_to
    UNION ALL
    SELECT e.account_id, e.seq, e.hash
    FROM ledger.journals j JOIN ledger.entries e ON e.call_id = j.id
    WHERE j.created_at >= v_from AND j.created_at < v_to
  ) e;
  root := sha256(
    coalesce((SELECT r.root FROM ledger.daily_roots r WHERE r.day < p_day ORDER BY r.day DESC LIMIT 1), '')
    || convert_to(p_day::text, 'UTF8') || v_journals || v_entries);
END $$;
GRANT EXECUTE ON FUNCTION ledger.compute_daily_root TO tern_api, tern_worker;
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
