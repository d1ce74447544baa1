-- Raised whenever all sessions of a person end and when they are frozen: a sign-in that began before it opens no session.
ALTER TABLE people ADD COLUMN credentials_version integer NOT NULL DEFAULT 1;
ALTER TABLE logins ADD COLUMN credentials_version integer NOT NULL DEFAULT 1;
ALTER TABLE logins ALTER COLUMN credentials_version DROP DEFAULT;
GRANT UPDATE (credentials_version) ON people TO tern_worker;
