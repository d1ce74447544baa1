-- Operators who want to be told by mail that something waits for them; each says so for themselves.
CREATE TABLE operator_notices (
  operator_id uuid NOT NULL CONSTRAINT operator_notices_operator_id_fkey REFERENCES operators,
  is_on boolean NOT NULL,
  email text NOT NULL CONSTRAINT operator_notices_email_check CHECK (length(email) <= 254 AND email ~ '^[^\s@]+@[^\s@]+$'),
  -- One mail at most within so long.
  every_hours smallint NOT NULL CONSTRAINT operator_notices_every_hours_check CHECK (every_hours BETWEEN 1 AND 24),
  language text NOT NULL CONSTRAINT operator_notices_language_check CHECK (language IN ('en', 'zh-Hans')),
  sent_at timestamptz,
  CONSTRAINT operator_notices_pkey PRIMARY KEY (operator_id)
);
GRANT SELECT, UPDATE (sent_at) ON operator_notices TO tern_worker;
GRANT INSERT (operator_id, is_on, email, every_hours, language), UPDATE (is_on, email, every_hours, language)
  ON operator_notices TO tern_console;
CREATE CONSTRAINT TRIGGER operator_notices_are_logged
  AFTER INSERT OR UPDATE OF operator_id, is_on, email, every_hours, language ON operator_notices
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('operator_id', 'operator_id', 'operator-notices-changed');
-- What waits for administrators is counted with the rest.
GRANT SELECT (name, state, proposed_by, proposed_at) ON operator_changes TO tern_worker;
