-- The worker writes what it does by itself. What only operators bring about (pairs and coins that are closed, the pool's schedule,
-- money that is set aside, corrections of the books) is written by the console's role, and what people are protected by is
-- deleted only where they asked for the end of their account or two operators approved a reset.

-- Pairs, coins, the pool's schedule.
REVOKE INSERT, DELETE ON closed_pairs FROM tern_worker;
REVOKE INSERT, UPDATE ON asset_closings FROM tern_worker;
REVOKE INSERT ON pool_schedules FROM tern_worker;
GRANT INSERT (one, other), DELETE ON closed_pairs TO tern_console;
GRANT INSERT (asset_id, decided_at, closes_at), UPDATE (opened_at) ON asset_closings TO tern_console;
GRANT INSERT ON pool_schedules TO tern_console;

-- The first line of the schedule, and no other one, follows the settings of the installation.
CREATE FUNCTION begin_pool_schedule(p_every_hours smallint, p_share_basis_points smallint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO pool_schedules (number, every_hours, share_basis_points, decided_at, applies_from, worse)
  SELECT 1, p_every_hours, p_share_basis_points, statement_timestamp(), statement_timestamp(), false
   WHERE NOT EXISTS (SELECT FROM pool_schedules)
$$;
GRANT EXECUTE ON FUNCTION begin_pool_schedule TO tern_worker;

-- Refuses a row that names no operator and yet is their decision, where no proposal of exactly this was carried out in the same
-- transaction, with its row in the log. Looked at when the transaction ends, so that either may be written first.
CREATE FUNCTION check_change_carried_out() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_row jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  v_content jsonb := CASE TG_TABLE_NAME
    WHEN 'closed_pairs' THEN jsonb_build_object('kind', 'pair', 'open', TG_OP = 'DELETE')
    WHEN 'asset_closings' THEN jsonb_build_object('kind', 'asset', 'assetId', v_row -> 'asset_id', 'open', TG_OP = 'UPDATE')
    WHEN 'pool_schedules' THEN jsonb_build_object('kind', 'pool-schedule', 'everyHours', v_row -> 'every_hours',
      'shareBasisPoints', v_row -> 'share_basis_points') END;
BEGIN
  IF NOT EXISTS (
    SELECT FROM operator_actions a JOIN house_changes c ON c.id::text = a.subject
     WHERE a.kind = 'change-carried-out' AND a.xmin = pg_current_xact_id()::xid AND a.at >= transaction_timestamp()
       AND c.state = 'done' AND c.content @> v_content
       -- A pair is written in either order when it is proposed.
       AND (TG_TABLE_NAME <> 'closed_pairs'
         OR ARRAY[v_row ->> 'one', v_row ->> 'other'] <@ ARRAY[c.content ->> 'one', c.content ->> 'other'])
  ) THEN
    RAISE EXCEPTION 'a change in % is without a proposal that was carried out', TG_TABLE_NAME
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION check_change_carried_out() FROM PUBLIC;
CREATE CONSTRAINT TRIGGER closed_pairs_are_carried_out AFTER INSERT OR UPDATE OR DELETE ON closed_pairs
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_change_carried_out();
CREATE CONSTRAINT TRIGGER asset_closings_are_carried_out AFTER INSERT OR UPDATE ON asset_closings
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_change_carried_out();
CREATE CONSTRAINT TRIGGER pool_schedules_are_carried_out AFTER INSERT OR UPDATE ON pool_schedules
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.number > 1) EXECUTE FUNCTION check_change_carried_out();

-- The worker freezes a token and pauses an asset by what it sees; that they may be trusted again is said by operators.
REVOKE DELETE ON token_freezes, sending_pauses FROM tern_worker;
GRANT DELETE ON token_freezes, sending_pauses TO tern_console;
CREATE CONSTRAINT TRIGGER token_freezes_end_is_logged AFTER DELETE ON token_freezes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (session_user = 'tern_console') EXECUTE FUNCTION check_operator_logged('', 'asset', 'token-thawed');
CREATE CONSTRAINT TRIGGER sending_pauses_end_is_logged AFTER DELETE ON sending_pauses DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (session_user = 'tern_console') EXECUTE FUNCTION check_operator_logged('', 'asset_id', 'asset-resumed');

-- What a person is protected by. The worker deletes it when it closes an account whose owner asked for that and whose wait is
-- over, and an authenticator also for a reset that two operators approved, once its week is over. Argument: whether a reset counts.
CREATE FUNCTION check_protection_ends() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT FROM account_closings
     WHERE person_id = OLD.person_id AND state = 'done' AND due_at <= clock_timestamp()
  ) OR TG_ARGV[0] = 'reset' AND EXISTS (
    SELECT FROM factor_resets r
     WHERE r.person_id = OLD.person_id AND r.state = 'done' AND r.xmin = pg_current_xact_id()::xid
       AND r.ready_at <= clock_timestamp()
       AND NOT EXISTS (SELECT FROM factor_reset_decisions d WHERE d.reset_id = r.id AND d.decision = 'refuse')
       AND 2 <= (
         SELECT count(DISTINCT d.operator_id) FROM factor_reset_decisions d
           JOIN operator_actions a
             ON a.subject = d.reset_id::text AND a.operator_id = d.operator_id AND a.kind = 'reset-approved'
          WHERE d.reset_id = r.id AND d.decision = 'approve')
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'nothing ends what % holds of this person', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
REVOKE ALL ON FUNCTION check_protection_ends() FROM PUBLIC;
-- The api deletes them for a person who has proven themselves; the owner restores copies.
CREATE TRIGGER authenticators_end BEFORE DELETE ON authenticators
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('reset');
CREATE TRIGGER recovery_codes_end BEFORE DELETE ON recovery_codes
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('reset');
CREATE TRIGGER credentials_end BEFORE DELETE ON credentials
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('');
CREATE TRIGGER trade_passwords_end BEFORE DELETE ON trade_passwords
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('');
CREATE TRIGGER passkeys_end BEFORE DELETE ON passkeys
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('');
CREATE TRIGGER contacts_end BEFORE DELETE ON contacts
  FOR EACH ROW WHEN (session_user IN ('tern_worker', 'tern_console')) EXECUTE FUNCTION check_protection_ends('');

-- A closing or a reset that has ended stays as it ended, or a cancelled one could be made to count.
CREATE FUNCTION refuse_second_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'this row of % has ended', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER account_closings_end_once BEFORE UPDATE ON account_closings
  FOR EACH ROW WHEN (session_user IN ('tern_api', 'tern_worker', 'tern_console') AND OLD.state <> 'waiting') EXECUTE FUNCTION refuse_second_end();
CREATE TRIGGER factor_resets_end_once BEFORE UPDATE ON factor_resets
  FOR EACH ROW WHEN (session_user IN ('tern_api', 'tern_worker', 'tern_console') AND OLD.state <> 'waiting') EXECUTE FUNCTION refuse_second_end();
REVOKE UPDATE ON factor_resets FROM tern_worker;
GRANT UPDATE (state, told_at, ended_at) ON factor_resets TO tern_worker;

-- The worker clears these away and has no use for what they prove.
REVOKE SELECT ON sessions, devices, challenges, authenticators, authenticator_bindings, recovery_codes, security_stops,
  passkey_ceremonies FROM tern_worker;
GRANT SELECT (id, person_id, device_id, proofs, ip, user_agent, created_at, seen_at, absolute_until, ended_at, end_reason)
  ON sessions TO tern_worker;
GRANT SELECT (id, person_id, user_agent, registered, created_at, remembered_until) ON devices TO tern_worker;
GRANT SELECT (ctid, id, purpose, created_at) ON challenges TO tern_worker;
GRANT SELECT (person_id) ON authenticators, recovery_codes TO tern_worker;
GRANT SELECT (ctid, person_id, created_at) ON authenticator_bindings, passkey_ceremonies, security_stops TO tern_worker;
GRANT SELECT (used_at) ON security_stops TO tern_worker;
