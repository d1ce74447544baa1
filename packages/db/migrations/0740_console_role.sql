-- The console gets a database role of its own: whoever takes the worker over cannot make themselves an operator.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tern_console') THEN
    BEGIN
      CREATE ROLE tern_console LOGIN INHERIT;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL;
    END;
  END IF;
  -- Another database of the cluster may have said so already, or be saying so right now.
  IF NOT pg_has_role('tern_console', 'tern_worker', 'USAGE') THEN
    BEGIN
      GRANT tern_worker TO tern_console WITH INHERIT TRUE, SET FALSE;
    EXCEPTION WHEN unique_violation THEN
      NULL;
    END;
  END IF;
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO tern_console', current_database());
END $$;

-- The ledger asks for the login, which no inheritance changes: the console posts what the worker may post.
DO $$
DECLARE
  v_function record;
BEGIN
  FOR v_function IN
    SELECT p.oid, pg_get_functiondef(p.oid) AS source FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = 'ledger' AND p.prosrc LIKE '%CASE session_user%'
  LOOP
    EXECUTE regexp_replace(v_function.source, 'WHEN ''tern_worker'' THEN ([a-z_]+\.by_worker)',
      'WHEN ''tern_worker'' THEN \1 WHEN ''tern_console'' THEN \1', 'g');
  END LOOP;
  IF EXISTS (
    SELECT FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     WHERE n.nspname = 'ledger' AND p.prosrc LIKE '%CASE session_user%' AND p.prosrc NOT LIKE '%''tern_console''%'
  ) THEN
    RAISE EXCEPTION 'a function of the ledger does not know tern_console';
  END IF;
END $$;

-- Operators, their roles, invitations and passkeys: from here on only the functions of the next migrations write them.
REVOKE INSERT, UPDATE, UPDATE (disabled_at, role) ON operators FROM tern_worker;
REVOKE SELECT, INSERT, UPDATE (closed_at) ON operator_invitations FROM tern_worker;
REVOKE SELECT, INSERT, UPDATE (sign_count, used_at) ON operator_passkeys FROM tern_worker;
GRANT SELECT ON operator_invitations TO tern_console;
GRANT SELECT, UPDATE (sign_count, used_at) ON operator_passkeys TO tern_console;

-- Who could write these could sit down in an operator's place.
REVOKE SELECT, INSERT, UPDATE (seen_at, ended_at, end_reason) ON console_sessions FROM tern_worker;
REVOKE SELECT, INSERT, UPDATE (consumed_at), DELETE ON console_ceremonies FROM tern_worker;
GRANT SELECT, INSERT, UPDATE (seen_at, ended_at, end_reason) ON console_sessions TO tern_console;
GRANT SELECT, INSERT, UPDATE (consumed_at), DELETE ON console_ceremonies TO tern_console;
