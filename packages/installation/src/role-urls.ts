import { loadSecrets } from '@tern/config/load-secrets';
import { roleUrl } from '@tern/db/roles';
import type { Installation } from './processes.ts';

/** Connection strings and passwords of the database roles of a running installation. */
export type RoleLogins = {
  readonly passwords: { readonly tern_api: string; readonly tern_worker: string; readonly tern_console: string };
  readonly urls: { readonly api: string; readonly worker: string; readonly console: string };
};

/** `ownerUrl` says where the database is; its own login is not used. Throws `ConfigError` where a password is missing. */
export function roleLogins({ secretsDir, given }: Installation, ownerUrl: string): RoleLogins {
  const loaded = loadSecrets(
    secretsDir,
    ['database-password-api', 'database-password-worker', 'database-password-console'],
    given,
  );
  const passwords = {
    tern_api: loaded['database-password-api'],
    tern_worker: loaded['database-password-worker'],
    tern_console: loaded['database-password-console'],
  };
  return {
    passwords,
    urls: {
      api: roleUrl(ownerUrl, 'tern_api', passwords.tern_api),
      worker: roleUrl(ownerUrl, 'tern_worker', passwords.tern_worker),
      console: roleUrl(ownerUrl, 'tern_console', passwords.tern_console),
    },
  };
}

/** The one connection string that a process and its commands need, on a machine that may have no other password. */
export function roleLogin(
  { secretsDir, given }: Installation,
  process: 'api' | 'worker' | 'console',
  address: string,
): string {
  const name = `database-password-${process}` as const;
  return roleUrl(address, `tern_${process}`, loadSecrets(secretsDir, [name], given)[name]);
}

/** Where the database of this installation answers while it runs. */
export function databaseAddress({ config }: Installation): string {
  return config.databaseUrl ?? `postgres://127.0.0.1:${config.databasePort}/postgres`;
}
