-- A journal is refused whose lists could be read two ways: a leg was checked with the asset at its place and written with the
-- one in its row.
\ir ../../ledger/sql/check_shape.sql
