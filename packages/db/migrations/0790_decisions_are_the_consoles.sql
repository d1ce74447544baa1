-- Rows that carry an operator's decision are written by the console's role alone, and by nobody without that operator's row in
-- the log: whoever takes the worker or the api over decides nothing in an operator's name.

-- Written before there were operators; now it names one, as everything that a test looks for does.
ALTER TABLE factor_reset_decisions
  ADD CONSTRAINT factor_reset_decisions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators;

REVOKE INSERT, UPDATE, DELETE ON withdrawal_reviews, withdrawal_receipt_decisions, treasury_reviews, quarantine_votes,
  factor_reset_decisions, flow_stops, account_freezes, operator_accounts, house_changes, announcements, terms, activities
  FROM tern_worker;
REVOKE UPDATE (decision, reason, reason_text, decided_by, decided_at) ON activity_entries FROM tern_worker;
REVOKE UPDATE (answer, answered_at, answered_by) ON complaints FROM tern_worker;
REVOKE INSERT ON complaints FROM tern_api;

-- What the worker does by itself: it takes votes away that a payment has used up, tells people what was released, and gives
-- back what an activity did not pay.
GRANT DELETE ON quarantine_votes TO tern_worker;
GRANT UPDATE (state, told_until, told) ON announcements TO tern_worker;
GRANT UPDATE (returned_at) ON activities TO tern_worker;
GRANT INSERT (id, person_id, key, subject, body, record_id, due_at) ON complaints TO tern_api;

GRANT INSERT ON withdrawal_reviews, withdrawal_receipt_decisions, treasury_reviews, quarantine_votes, factor_reset_decisions,
  flow_stops, account_freezes, operator_accounts, house_changes, announcements, activities TO tern_console;
GRANT UPDATE (decision, reason, at) ON withdrawal_receipt_decisions TO tern_console;
GRANT DELETE ON flow_stops TO tern_console;
GRANT UPDATE (lifted_at) ON account_freezes TO tern_console;
GRANT UPDATE (state, decided_by, decided_at) ON house_changes TO tern_console;
GRANT UPDATE (released_by) ON announcements TO tern_console;
GRANT INSERT (content, effective_at, change_id, decided_by) ON terms TO tern_console;
GRANT UPDATE (state, texts, platform, affiliated, sample_name, reward, places, places_taken, opens_at, closes_at, review_hours,
  picture_days, changed_by, published_at, closed_at) ON activities TO tern_console;
GRANT UPDATE (decision, reason, reason_text, decided_by, decided_at) ON activity_entries TO tern_console;
GRANT UPDATE (answer, answered_at, answered_by) ON complaints TO tern_console;

-- Refuses a row that no row of the log, written in the same transaction, speaks for. Its arguments: the column that names the
-- operator, empty where any operator may have done it; the column that the log's subject is; the kinds of the log that count.
-- Looked at when the transaction ends, so that either may be written first.
CREATE FUNCTION check_operator_logged() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_row jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  -- Votes name the kind of their subject before it.
  v_subject text := regexp_replace(v_row ->> TG_ARGV[1], '^[a-z]+:', '');
BEGIN
  IF NOT EXISTS (
    SELECT FROM operator_actions
     WHERE subject = v_subject AND kind ~ ('^(' || TG_ARGV[2] || ')$') AND xmin = pg_current_xact_id()::xid
       AND at >= transaction_timestamp()
       AND (TG_ARGV[0] = '' OR operator_id = (v_row ->> TG_ARGV[0])::uuid)
  ) THEN
    RAISE EXCEPTION 'a decision about % in % is without a row in the operators'' log', v_subject, TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION check_operator_logged() FROM PUBLIC;

CREATE CONSTRAINT TRIGGER withdrawal_reviews_are_logged AFTER INSERT OR UPDATE ON withdrawal_reviews
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'withdrawal_id', 'withdrawal-approved|withdrawal-rejected');
CREATE CONSTRAINT TRIGGER withdrawal_receipt_decisions_are_logged AFTER INSERT OR UPDATE ON withdrawal_receipt_decisions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'withdrawal_id', 'unexpected-receipt-settled|unexpected-receipt-returned');
CREATE CONSTRAINT TRIGGER treasury_reviews_are_logged AFTER INSERT OR UPDATE ON treasury_reviews
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'order_id', 'cold-order-approved|cold-order-rejected|treasury-order-proposed');
CREATE CONSTRAINT TRIGGER quarantine_votes_are_logged AFTER INSERT OR UPDATE ON quarantine_votes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'subject',
    'suspense-assigned|suspense-to-house|suspense-returned|surplus-to-house|token-thawed');
CREATE CONSTRAINT TRIGGER factor_reset_decisions_are_logged AFTER INSERT OR UPDATE ON factor_reset_decisions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'reset_id', 'reset-approved|reset-refused');

CREATE CONSTRAINT TRIGGER flow_stops_are_logged AFTER INSERT OR UPDATE ON flow_stops
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('stopped_by', 'flow', 'flow-stopped');
CREATE CONSTRAINT TRIGGER flow_starts_are_logged AFTER DELETE ON flow_stops
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_operator_logged('', 'flow', 'flow-started');

-- Lifted ones have their own, since 0730.
CREATE CONSTRAINT TRIGGER account_freezes_are_logged AFTER INSERT OR UPDATE OF person_id, frozen_by ON account_freezes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('frozen_by', 'person_id', 'person-frozen');
CREATE CONSTRAINT TRIGGER operator_accounts_are_logged AFTER INSERT OR UPDATE ON operator_accounts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'person_id', 'account-declared');

CREATE CONSTRAINT TRIGGER house_changes_proposed_are_logged
  AFTER INSERT OR UPDATE OF id, content, note, proposed_by ON house_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('proposed_by', 'id', 'change-proposed');
CREATE CONSTRAINT TRIGGER house_changes_decided_are_logged AFTER INSERT OR UPDATE ON house_changes
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.decided_by IS NOT NULL OR NEW.state <> 'proposed')
  EXECUTE FUNCTION check_operator_logged('decided_by', 'id', 'change-carried-out|change-withdrawn');
CREATE CONSTRAINT TRIGGER terms_are_logged AFTER INSERT ON terms
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.decided_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('decided_by', 'change_id', 'change-carried-out');

CREATE CONSTRAINT TRIGGER announcements_written_are_logged
  AFTER INSERT OR UPDATE OF id, texts, person_ids, send_at, written_by ON announcements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('written_by', 'id', 'announcement-written');
CREATE CONSTRAINT TRIGGER announcements_born_released_are_logged AFTER INSERT ON announcements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.released_by IS NOT NULL OR NEW.state <> 'draft')
  EXECUTE FUNCTION check_operator_logged('released_by', 'id', 'announcement-released');
-- From a released one to a sent one the worker goes by itself.
CREATE CONSTRAINT TRIGGER announcements_released_are_logged AFTER UPDATE ON announcements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (
    OLD.released_by IS DISTINCT FROM NEW.released_by
    OR OLD.state <> NEW.state AND NEW.state <> 'withdrawn' AND NOT (OLD.state = 'released' AND NEW.state = 'sent'))
  EXECUTE FUNCTION check_operator_logged('released_by', 'id', 'announcement-released');
CREATE CONSTRAINT TRIGGER announcements_withdrawn_are_logged AFTER UPDATE ON announcements
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.state <> NEW.state AND NEW.state = 'withdrawn')
  EXECUTE FUNCTION check_operator_logged('', 'id', 'announcement-withdrawn');

-- The one that an installation publishes at its first start names nobody.
CREATE CONSTRAINT TRIGGER activities_drafted_are_logged
  AFTER INSERT OR UPDATE OF texts, platform, affiliated, sample_name, reward, places, opens_at, closes_at, review_hours,
    picture_days, changed_by ON activities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.changed_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('changed_by', 'id', 'activity-drafted|activity-changed');
CREATE CONSTRAINT TRIGGER activities_published_are_logged AFTER UPDATE ON activities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.state <> NEW.state AND NEW.state = 'published' AND NEW.changed_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('', 'id', 'activity-published');
CREATE CONSTRAINT TRIGGER activities_closed_are_logged AFTER UPDATE ON activities
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.state <> NEW.state AND NEW.state = 'closed')
  EXECUTE FUNCTION check_operator_logged('', 'id', 'activity-closed');
CREATE CONSTRAINT TRIGGER activity_entries_decided_are_logged
  AFTER INSERT OR UPDATE OF decision, reason, reason_text, decided_by, decided_at ON activity_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.decided_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('decided_by', 'id', 'entry-approved|entry-rejected');

CREATE CONSTRAINT TRIGGER complaints_answered_are_logged
  AFTER INSERT OR UPDATE OF answer, answered_at, answered_by ON complaints
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.answered_by IS NOT NULL)
  EXECUTE FUNCTION check_operator_logged('answered_by', 'id', 'complaint-answered');

-- An approval counts where the log has it too. Asked of the owner's rights: who moves a withdrawal need not read the log.
CREATE OR REPLACE FUNCTION withdrawals_check_approvals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW.approvals_needed > 0 AND NEW.approvals_needed > (
    SELECT count(DISTINCT r.operator_id) FROM withdrawal_reviews r
      JOIN operator_actions a
        ON a.subject = r.withdrawal_id::text AND a.operator_id = r.operator_id AND a.kind = 'withdrawal-approved'
     WHERE r.withdrawal_id = NEW.id AND r.decision = 'approve'
  ) THEN
    RAISE EXCEPTION 'withdrawal % lacks approvals', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'withdrawals_approvals_check';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION treasury_orders_check_approvals() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF 2 > (
    SELECT count(DISTINCT r.operator_id) FROM treasury_reviews r
      -- Whoever proposes an order approves it by that.
      JOIN operator_actions a ON a.subject = r.order_id::text AND a.operator_id = r.operator_id
        AND a.kind IN ('cold-order-approved', 'treasury-order-proposed')
     WHERE r.order_id = NEW.id AND r.decision = 'approve'
  ) THEN
    RAISE EXCEPTION 'order % lacks approvals', NEW.id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'treasury_orders_approvals_check';
  END IF;
  RETURN NEW;
END $$;
