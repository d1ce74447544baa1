-- Each process looks at its start whether the database has all that it needs.
GRANT SELECT (name, sha256, contract) ON schema_migrations TO tern_api, tern_worker, tern_console;
