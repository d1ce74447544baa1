-- What the house's entry of a whole call is hashed with, in place of one journal's content: the call and the content hashes
-- of its journals, in their order. Pure; used when writing and again when verifying.
CREATE OR REPLACE FUNCTION ledger.call_content(call_id bigint, content_hashes bytea[]) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT sha256(convert_to(call_id || '|', 'UTF8') || string_agg(content_hash, ''::bytea ORDER BY place))
  FROM unnest(content_hashes) WITH ORDINALITY AS c (content_hash, place)
$$;
GRANT EXECUTE ON FUNCTION ledger.call_content TO tern_api, tern_worker;
