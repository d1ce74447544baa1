-- What people complained of in the app and what they were answered.
CREATE TABLE complaints (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  -- Made by the browser before it sends: the same complaint sent twice is one.
  key uuid NOT NULL,
  subject text NOT NULL CONSTRAINT complaints_subject_check CHECK (length(subject) BETWEEN 3 AND 120),
  body text NOT NULL CONSTRAINT complaints_body_check CHECK (length(body) BETWEEN 10 AND 4000),
  -- The record it is about, one of their own.
  record_id uuid,
  filed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  -- By when an answer is promised.
  due_at timestamptz NOT NULL,
  answer text CONSTRAINT complaints_answer_check CHECK (length(answer) BETWEEN 10 AND 4000),
  answered_at timestamptz,
  answered_by uuid CONSTRAINT complaints_answered_by_fkey REFERENCES operators,
  CONSTRAINT complaints_pkey PRIMARY KEY (id),
  CONSTRAINT complaints_person_key UNIQUE (person_id, key),
  CONSTRAINT complaints_answered_check CHECK (num_nulls(answer, answered_at, answered_by) IN (0, 3))
);
CREATE INDEX complaints_person_id_idx ON complaints (person_id, filed_at);
CREATE INDEX complaints_open_idx ON complaints (due_at) WHERE answered_at IS NULL;
GRANT SELECT, INSERT ON complaints TO tern_api;
GRANT SELECT, UPDATE (answer, answered_at, answered_by) ON complaints TO tern_worker;
