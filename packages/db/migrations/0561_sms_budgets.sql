-- Codes sent by text message in a day: by the whole installation (`all`) and to one area code (`+44`).
CREATE TABLE sms_budgets (
  scope text NOT NULL CONSTRAINT sms_budgets_scope_check CHECK (scope ~ '^(all|\+[1-9][0-9]{0,2})$'),
  day date NOT NULL,
  sent integer NOT NULL CONSTRAINT sms_budgets_sent_check CHECK (sent > 0),
  CONSTRAINT sms_budgets_pkey PRIMARY KEY (scope, day)
);
GRANT SELECT, INSERT, UPDATE ON sms_budgets TO tern_api;
GRANT SELECT, DELETE ON sms_budgets TO tern_worker;
