-- What operators told one person: an answer of the list, in the words of the day it was sent.
CREATE TABLE support_answers (
  id uuid NOT NULL,
  person_id uuid NOT NULL CONSTRAINT support_answers_person_id_fkey REFERENCES people,
  template text NOT NULL CONSTRAINT support_answers_template_check CHECK (template ~ '^[a-z]+(-[a-z]+)*$'),
  -- By language, English always; title and body of each.
  texts jsonb NOT NULL CONSTRAINT support_answers_texts_check CHECK (texts ? 'en'),
  sent_by uuid NOT NULL CONSTRAINT support_answers_sent_by_fkey REFERENCES operators,
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT support_answers_pkey PRIMARY KEY (id)
);
CREATE INDEX support_answers_person_id_idx ON support_answers (person_id, sent_at DESC, id DESC);
GRANT SELECT ON support_answers TO tern_api;
GRANT SELECT, DELETE ON support_answers TO tern_worker;
GRANT INSERT (id, person_id, template, texts, sent_by) ON support_answers TO tern_console;
CREATE CONSTRAINT TRIGGER support_answers_are_logged
  AFTER INSERT ON support_answers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  EXECUTE FUNCTION check_operator_logged('sent_by', 'person_id', 'support-answered');
-- The message that tells of one; 2.1.0 does not know it.
ALTER TABLE later_messages DROP CONSTRAINT later_messages_kind_check;
ALTER TABLE later_messages ADD CONSTRAINT later_messages_kind_check
  CHECK (kind IN ('prices', 'security', 'announcements')) NOT VALID;
