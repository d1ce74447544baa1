import { withLogin } from '@tern/base/login-url';
import pg from 'pg';
import { scramVerifier } from './scram-verifier.ts';

/** The database roles of our processes; the owner exists besides and only migrates. */
export const roles = ['tern_api', 'tern_worker', 'tern_console'] as const;

export type Role = (typeof roles)[number];

export type SetRolePasswordsOptions = {
  /** Connection string of the owner. */
  readonly url: string;
  /** A role without one keeps the login it has. */
  readonly passwords: Readonly<Partial<Record<Role, string>>>;
};

// As in migrate.ts, and another one: who waits for it waits for a moment.
const passwordLock = 7_310_925_542;

/**
 * Lets the roles log in with these passwords. Call after `migrate`, which makes the roles. Several may at once. The server is
 * sent verifiers alone, because some logs have every such statement (`log_statement=ddl`).
 */
export async function setRolePasswords({ url, passwords }: SetRolePasswordsOptions): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'set-role-passwords' });
  await client.connect();
  try {
    await client.query('BEGIN');
    // Of two that alter one role at once PostgreSQL refuses one.
    await client.query('SELECT pg_advisory_xact_lock($1)', [passwordLock]);
    for (const role of roles) {
      const password = passwords[role];
      if (password !== undefined)
        await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(scramVerifier(password))}`);
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** The owner's connection string with another login. */
export function roleUrl(ownerUrl: string, role: Role, password: string): string {
  return withLogin(ownerUrl, role, password);
}
