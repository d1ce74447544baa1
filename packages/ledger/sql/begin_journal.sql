-- Begins a single journal: writes its row, or finds the one that is there under the same key. `replayed` says that it was
-- there with the same content; with other content the call is refused.
CREATE OR REPLACE FUNCTION ledger.begin_journal(
  p_key text, p_kind text, p_hash bytea, p_details jsonb, p_reverses bigint, OUT id bigint, OUT replayed boolean
) LANGUAGE plpgsql AS $$
DECLARE
  v_known ledger.journals;
BEGIN
  PERFORM ledger.check_kind(p_kind);
  PERFORM pg_advisory_xact_lock(hashtextextended(p_key, 0));
  INSERT INTO ledger.journals (idempotency_key, kind, content_hash, details, reverses)
  VALUES (p_key, p_kind, p_hash, p_details, p_reverses)
  ON CONFLICT (idempotency_key) DO NOTHING
  RETURNING journals.id INTO id;
  replayed := id IS NULL;
  IF replayed THEN
    SELECT * INTO v_known FROM ledger.journals j WHERE j.idempotency_key = p_key;
    IF v_known.content_hash <> p_hash THEN
      PERFORM ledger.refuse('key-reused', jsonb_build_object('key', p_key, 'journalId', v_known.id::text));
    END IF;
    id := v_known.id;
  END IF;
END $$;
