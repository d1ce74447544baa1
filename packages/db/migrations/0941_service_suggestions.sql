-- What other systems suggest: nothing changes by it. One operator proposes it as their own change, and another carries that out.

CREATE TABLE service_suggestions (
  -- Made by the other system, so that a repeated request suggests nothing twice.
  id uuid NOT NULL,
  key_id uuid NOT NULL CONSTRAINT service_suggestions_key_id_fkey REFERENCES service_keys,
  content jsonb NOT NULL CONSTRAINT service_suggestions_content_check
    CHECK (content ->> 'kind' IN ('fund', 'pair', 'asset', 'pool-schedule')),
  note text NOT NULL CONSTRAINT service_suggestions_note_check CHECK (length(note) BETWEEN 3 AND 400),
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- The change that an operator proposed because of it.
  change_id uuid CONSTRAINT service_suggestions_change_id_fkey REFERENCES house_changes,
  CONSTRAINT service_suggestions_pkey PRIMARY KEY (id),
  CONSTRAINT service_suggestions_change_id_key UNIQUE (change_id)
);
CREATE INDEX service_suggestions_made_at_idx ON service_suggestions (key_id, made_at DESC);
GRANT SELECT, INSERT (id, key_id, content, note), UPDATE (change_id) ON service_suggestions TO tern_console;
-- The worker tells operators and other systems how much waits, and not what.
GRANT SELECT (key_id, made_at, change_id) ON service_suggestions TO tern_worker;
GRANT SELECT (id, revoked_at) ON service_keys TO tern_worker;

-- What an operator proposes because of a suggestion is what was suggested, and is proposed once.
CREATE FUNCTION service_suggestions_check_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF OLD.change_id IS NOT NULL
     OR NOT EXISTS (SELECT FROM house_changes c WHERE c.id = NEW.change_id AND c.content = NEW.content AND c.state = 'proposed')
  THEN
    RAISE EXCEPTION 'suggestion % is not what an operator proposed', NEW.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
REVOKE ALL ON FUNCTION service_suggestions_check_change() FROM PUBLIC;
CREATE TRIGGER service_suggestions_are_proposed BEFORE UPDATE OF change_id ON service_suggestions
  FOR EACH ROW EXECUTE FUNCTION service_suggestions_check_change();
