-- Changing and recovering what an account is protected by.

ALTER TABLE challenges
  DROP CONSTRAINT challenges_purpose_check,
  ADD CONSTRAINT challenges_purpose_check CHECK (purpose IN (
    'register', 'login', 'set-trade-password', 'bind-authenticator', 'recover', 'change-login-password',
    'change-trade-password', 'unbind-authenticator', 'renew-recovery-codes'));

-- An authenticator is replaced or taken off together with its recovery codes.
GRANT DELETE ON authenticators, recovery_codes TO tern_api;

-- Whether the person has proven that the new authenticator may take the place of the bound one.
ALTER TABLE authenticator_bindings ADD COLUMN replaces boolean NOT NULL DEFAULT false;
ALTER TABLE authenticator_bindings ALTER COLUMN replaces DROP DEFAULT;
