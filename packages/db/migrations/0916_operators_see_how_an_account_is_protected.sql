-- Whoever asks for support has lost something: operators see which factors an account has and since when. Never what
-- proves one: no hash, no key, no code.
GRANT SELECT (person_id, changed_at) ON credentials TO tern_console;
GRANT SELECT (person_id, set_at) ON trade_passwords TO tern_console;
GRANT SELECT (person_id, confirmed_at) ON authenticators TO tern_console;
GRANT SELECT (person_id, created_at, used_at) ON recovery_codes TO tern_console;
GRANT SELECT (id, person_id, name, synced, created_at, used_at) ON passkeys TO tern_console;
