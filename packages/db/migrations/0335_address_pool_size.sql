-- How many addresses there are, in a row of its own: counting a million rows takes longer than reading a block.
-- Who adds addresses changes it in the same transaction, so one after the other: an address that is missing from a copy in
-- memory shows in the number. Nothing is ever taken out or changed by the product; were it, `generation` says that
-- a copy is worth nothing any more.
CREATE TABLE address_pool_size (
  singleton boolean NOT NULL DEFAULT true CONSTRAINT address_pool_size_pkey PRIMARY KEY
    CONSTRAINT address_pool_size_singleton_check CHECK (singleton),
  addresses bigint NOT NULL,
  generation bigint NOT NULL DEFAULT 0
);
INSERT INTO address_pool_size (addresses) SELECT count(*) FROM address_pool;
GRANT SELECT ON address_pool_size TO tern_api, tern_worker;

CREATE FUNCTION address_pool_grow() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE address_pool_size SET addresses = addresses + (SELECT count(*) FROM added);
  RETURN NULL;
END $$;
CREATE TRIGGER address_pool_added AFTER INSERT ON address_pool
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION address_pool_grow();

CREATE FUNCTION address_pool_renew() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE address_pool_size SET addresses = (SELECT count(*) FROM address_pool), generation = generation + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER address_pool_changed AFTER DELETE OR TRUNCATE OR UPDATE OF address, derivation_index ON address_pool
  FOR EACH STATEMENT EXECUTE FUNCTION address_pool_renew();
