-- Refuses a kind that does not exist or that the process which is logged in may not post.
CREATE OR REPLACE FUNCTION ledger.check_kind(p_kind text) RETURNS void LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_kind ledger.kinds;
BEGIN
  SELECT * INTO v_kind FROM ledger.kinds k WHERE k.kind = p_kind;
  IF NOT FOUND THEN
    PERFORM ledger.refuse('kind-unknown', jsonb_build_object('kind', p_kind));
  END IF;
  -- Inside a SECURITY DEFINER function the current user is the owner; the session's is who logged in.
  IF NOT (CASE session_user WHEN 'tern_api' THEN v_kind.by_api
    WHEN 'tern_worker' THEN v_kind.by_worker WHEN 'tern_console' THEN v_kind.by_console ELSE true END) THEN
    PERFORM ledger.refuse('kind-forbidden', jsonb_build_object('kind', p_kind, 'role', session_user));
  END IF;
END $$;
