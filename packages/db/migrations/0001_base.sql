-- Roles of the processes, what everyone may touch, and what belongs to no slice.

-- Roles live in the whole cluster: another database of it may have made them already, or be making them right now.
-- They get their passwords from the launcher; without one nobody can log in as them.
-- The console has a role of its own, which may do all that the worker may: whoever takes the worker over cannot make
-- themselves an operator.
DO $$
DECLARE
  role_name text;
BEGIN
  FOREACH role_name IN ARRAY ARRAY['tern_api', 'tern_worker', 'tern_console'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role_name) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I LOGIN %s', role_name,
          CASE role_name WHEN 'tern_console' THEN 'INHERIT' ELSE 'NOINHERIT' END);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN
        NULL;
      END;
    END IF;
  END LOOP;
  IF NOT pg_has_role('tern_console', 'tern_worker', 'USAGE') THEN
    BEGIN
      GRANT tern_worker TO tern_console WITH INHERIT TRUE, SET FALSE;
    EXCEPTION WHEN unique_violation THEN
      NULL;
    END;
  END IF;
END $$;

DO $$
BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO tern_api, tern_worker, tern_console', current_database());
END $$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO tern_api, tern_worker;
-- A new function is executable by everyone unless said otherwise: each migration grants what it means to grant.
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;

-- Tells every api process that something of this person changed; they pass it on to open screens.
CREATE FUNCTION notify_person(person_id uuid, topic text, ref text) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_notify('live', json_build_object('personId', person_id, 'topic', topic, 'ref', ref)::text)
$$;
GRANT EXECUTE ON FUNCTION notify_person TO tern_api, tern_worker;

-- The first reply to each mutating request, replayed when the same request comes again.
CREATE TABLE idempotent_replies (
  person_id uuid NOT NULL,
  key uuid NOT NULL,
  request_hash bytea NOT NULL CONSTRAINT idempotent_replies_request_hash_check CHECK (length(request_hash) = 32),
  status integer NOT NULL,
  body jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT idempotent_replies_pkey PRIMARY KEY (person_id, key)
);
CREATE INDEX idempotent_replies_created_at_idx ON idempotent_replies (created_at);
GRANT SELECT, INSERT ON idempotent_replies TO tern_api;
GRANT SELECT, DELETE ON idempotent_replies TO tern_worker;
