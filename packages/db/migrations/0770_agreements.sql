-- Versions of user agreement and privacy policy that people were asked to accept, and who accepted which. Neither ever changes.

CREATE TABLE agreement_versions (
  document text NOT NULL CONSTRAINT agreement_versions_document_check CHECK (document IN ('agreement', 'privacy')),
  -- The day the text was written; the latest one is in force.
  version text NOT NULL CONSTRAINT agreement_versions_version_check CHECK (version ~ '^\d{4}-\d{2}-\d{2}$'),
  -- SHA-256 over the English text.
  digest text NOT NULL CONSTRAINT agreement_versions_digest_check CHECK (digest ~ '^[0-9a-f]{64}$'),
  -- When the first process with this text started.
  published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT agreement_versions_pkey PRIMARY KEY (document, version)
);

CREATE TABLE agreement_acceptances (
  person_id uuid NOT NULL CONSTRAINT agreement_acceptances_person_id_fkey REFERENCES people,
  document text NOT NULL,
  version text NOT NULL,
  -- The language it was read in; null of accounts that were opened before this was kept and had chosen none.
  language text,
  accepted_at timestamptz NOT NULL,
  CONSTRAINT agreement_acceptances_pkey PRIMARY KEY (person_id, document, version),
  CONSTRAINT agreement_acceptances_version_fkey FOREIGN KEY (document, version) REFERENCES agreement_versions
);

CREATE FUNCTION agreements_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER agreement_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreement_versions
  FOR EACH STATEMENT EXECUTE FUNCTION agreements_refuse_change();
CREATE TRIGGER agreement_acceptances_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreement_acceptances
  FOR EACH STATEMENT EXECUTE FUNCTION agreements_refuse_change();

-- Who answers the public publishes what its build shows, and nothing that would change a version that is there.
CREATE FUNCTION publish_agreement(p_document text, p_version text, p_digest text) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO agreement_versions (document, version, digest) VALUES (p_document, p_version, p_digest)
  ON CONFLICT ON CONSTRAINT agreement_versions_pkey DO NOTHING
$$;
REVOKE EXECUTE ON FUNCTION publish_agreement FROM PUBLIC;
GRANT EXECUTE ON FUNCTION publish_agreement TO tern_api;

GRANT SELECT ON agreement_versions TO tern_api;
GRANT SELECT, INSERT ON agreement_acceptances TO tern_api;

-- Until now there was one version, and every account was opened by accepting it.
INSERT INTO agreement_versions (document, version, digest) VALUES
  ('agreement', '2026-11-01', 'c972f06ceda05b77a8a3a7d71d30ff83de8d459413f409b691256557e314d2ed'),
  ('privacy', '2026-11-01', 'de2777a80941516fc1c961927cc8531dc0e01a0d111d07c59aaf9229d089286a');
INSERT INTO agreement_acceptances (person_id, document, version, language, accepted_at)
SELECT people.id, agreement_versions.document, agreement_versions.version, people.language, people.terms_accepted_at
  FROM people CROSS JOIN agreement_versions;
