-- Who came in by break-glass decides about no money for three days, and neither does anybody they let in: an invited operator
-- waits as long as whoever proposed and whoever approved them. Until then they invite and change nothing about other operators.

CREATE FUNCTION awaits_money(p_operator_id uuid) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM operators WHERE id = p_operator_id AND decides_money_from > clock_timestamp())
$$;

-- As since 0741, but for what an operator may not do who awaits the money.
CREATE OR REPLACE FUNCTION propose_operator_change(p_id uuid, p_by uuid, p_content jsonb, p_code_hash bytea, p_scope jsonb) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_kind text := p_content ->> 'kind';
  v_name text := p_content ->> 'name';
  v_role text := p_content ->> 'role';
  v_obstacle text;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.propose', p_content, p_scope) OR NOT is_administrator(p_by) THEN
    RAISE EXCEPTION 'no administrator has signed this proposal' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF EXISTS (SELECT FROM operators WHERE id = p_by AND name = v_name) THEN RETURN 'about-yourself'; END IF;
  IF v_kind <> 'invite' AND awaits_money(p_by) THEN RETURN 'only-invites-yet'; END IF;
  v_obstacle := operator_change_obstacle(v_kind, v_name, v_role);
  IF v_obstacle IS NOT NULL THEN RETURN v_obstacle; END IF;
  IF EXISTS (SELECT FROM operator_changes WHERE name = v_name AND state = 'proposed') THEN RETURN 'already-proposed'; END IF;
  INSERT INTO operator_changes (id, kind, name, role, note, code_hash, proposed_by)
  VALUES (p_id, v_kind, v_name, v_role, p_content ->> 'note', p_code_hash, p_by);
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, 'operator-change-proposed', p_id::text, p_content || p_scope);
  RETURN 'proposed';
END $$;

CREATE OR REPLACE FUNCTION decide_operator_change(
  p_by uuid, p_content jsonb, p_token_hash bytea, p_expires_at timestamptz, p_scope jsonb
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  v_change operator_changes;
  v_subject operators;
  v_proposer text;
  v_obstacle text;
  v_details jsonb;
BEGIN
  LOCK TABLE operators IN SHARE ROW EXCLUSIVE MODE;
  IF NOT has_signed(p_by, 'operators.decideChange', p_content, p_scope) OR NOT is_administrator(p_by) THEN
    RAISE EXCEPTION 'no administrator has signed this decision' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT * INTO v_change FROM operator_changes WHERE id = (p_content ->> 'id')::uuid AND state = 'proposed';
  IF v_change.id IS NULL THEN RETURN 'not-proposed'; END IF;
  SELECT name INTO v_proposer FROM operators WHERE id = v_change.proposed_by;
  v_details := jsonb_strip_nulls(jsonb_build_object('change', v_change.id, 'name', v_change.name, 'role', v_change.role,
    'proposedBy', v_proposer, 'note', v_change.note)) || p_scope;

  IF p_content ->> 'decision' = 'withdraw' THEN
    UPDATE operator_changes SET state = 'withdrawn', decided_by = p_by, decided_at = clock_timestamp()
     WHERE id = v_change.id;
    INSERT INTO operator_actions (operator_id, kind, subject, details)
    VALUES (p_by, 'operator-change-withdrawn', v_change.id::text, v_details);
    RETURN 'withdrawn';
  END IF;

  IF v_change.proposed_by = p_by THEN RETURN 'proposed-by-you'; END IF;
  IF EXISTS (SELECT FROM operators WHERE id = p_by AND name = v_change.name) THEN RETURN 'about-yourself'; END IF;
  IF NOT is_administrator(v_change.proposed_by) THEN RETURN 'proposer-gone'; END IF;
  IF v_change.kind <> 'invite' AND (awaits_money(p_by) OR awaits_money(v_change.proposed_by)) THEN
    RETURN 'only-invites-yet';
  END IF;
  IF v_change.proposed_at < clock_timestamp() - interval '7 days' THEN RETURN 'proposal-too-old'; END IF;
  v_obstacle := operator_change_obstacle(v_change.kind, v_change.name, v_change.role);
  IF v_obstacle IS NOT NULL THEN RETURN v_obstacle; END IF;

  UPDATE operator_changes SET state = 'done', decided_by = p_by, decided_at = clock_timestamp()
   WHERE id = v_change.id;
  IF v_change.kind = 'invite' THEN
    INSERT INTO operators (id, name, role) VALUES (gen_random_uuid(), v_change.name, v_change.role)
    ON CONFLICT ON CONSTRAINT operators_name_key DO UPDATE SET role = excluded.role;
  END IF;
  SELECT * INTO v_subject FROM operators WHERE name = v_change.name;
  CASE v_change.kind
    WHEN 'invite' THEN
      UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_subject.id AND closed_at IS NULL;
      INSERT INTO operator_invitations (token_hash, operator_id, expires_at, code_hash)
      VALUES (p_token_hash, v_subject.id, p_expires_at, v_change.code_hash);
    WHEN 'role' THEN
      v_details := v_details || jsonb_build_object('from', v_subject.role);
      UPDATE operators SET role = v_change.role WHERE id = v_subject.id;
    WHEN 'disable' THEN
      UPDATE operators SET disabled_at = clock_timestamp() WHERE id = v_subject.id;
      UPDATE operator_invitations SET closed_at = clock_timestamp() WHERE operator_id = v_subject.id AND closed_at IS NULL;
      UPDATE console_sessions SET ended_at = clock_timestamp(), end_reason = 'disabled'
       WHERE operator_id = v_subject.id AND ended_at IS NULL;
    WHEN 'enable' THEN
      UPDATE operators SET disabled_at = NULL WHERE id = v_subject.id;
  END CASE;
  -- Nobody is let in, let back in or raised to more than those who did it may do themselves.
  IF v_change.kind <> 'disable' THEN
    UPDATE operators SET decides_money_from = greatest(decides_money_from, (
        SELECT max(decides_money_from) FROM operators WHERE id IN (p_by, v_change.proposed_by)))
     WHERE id = v_subject.id;
  END IF;
  INSERT INTO operator_actions (operator_id, kind, subject, details)
  VALUES (p_by, CASE v_change.kind WHEN 'invite' THEN 'operator-invited' WHEN 'role' THEN 'operator-role-changed'
                                   WHEN 'disable' THEN 'operator-disabled' ELSE 'operator-enabled' END,
          v_subject.id::text, v_details);
  RETURN 'done';
END $$;
