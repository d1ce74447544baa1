-- The first transfer number that no part of `ledger.entries` has room for.
CREATE OR REPLACE FUNCTION ledger.entries_end() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT max((regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''(\d+)''\)'))[1]::bigint)
    FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent = 'ledger.entries'::regclass AND NOT i.inhdetachpending
$$;
