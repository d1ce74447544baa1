-- What a journal consists of, as one hash. It tells a repeated request from another one under the same key, and a row that was
-- changed later from the one that was written. Pure; used when writing and again when verifying.
CREATE OR REPLACE FUNCTION ledger.content_hash(
  kind text, pending_id bigint, debits bigint[], credits bigint[], assets text[], amounts numeric[], codes text[],
  details jsonb, reverses bigint
) RETURNS bytea LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(
    jsonb_build_array(kind, pending_id, debits, credits, assets, amounts, codes, details, reverses)::text, 'UTF8'))
$$;
GRANT EXECUTE ON FUNCTION ledger.content_hash TO tern_api, tern_worker;
