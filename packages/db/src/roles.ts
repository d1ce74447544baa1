import { withLogin } from '@tern/base/login-url';
import pg from 'pg';

/** The database roles of our processes; the owner exists besides and only migrates. */
export const roles = ['tern_api', 'tern_worker', 'tern_console'] as const;

export type Role = (typeof roles)[number];

export type SetRolePasswordsOptions = {
  /** Connection string of the owner. */
  readonly url: string;
  /** A role without one keeps the login it has. */
  readonly passwords: Readonly<Partial<Record<Role, string>>>;
};

/** Lets the roles log in with these passwords. Call after `migrate`, which makes the roles. */
export async function setRolePasswords({ url, passwords }: SetRolePasswordsOptions): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'set-role-passwords' });
  await client.connect();
  try {
    for (const role of roles) {
      const password = passwords[role];
      if (password !== undefined)
        await client.query(`ALTER ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
    }
  } finally {
    await client.end();
  }
}

/** The owner's connection string with another login. */
export function roleUrl(ownerUrl: string, role: Role, password: string): string {
  return withLogin(ownerUrl, role, password);
}
