import { join } from 'node:path';
import { hasLogin, lacksPassword, withLogin, withPassword } from '@tern/base/login-url';
import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';
import { loadSecrets } from './load-secrets.ts';

/** The launcher, or whoever runs this process, names the database. Throws `ConfigError` when nobody has. */
export function requireDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>): string {
  if (databaseUrl === undefined)
    throw new ConfigError([{ name: 'DATABASE_URL', message: 'has to be set for this process' }]);
  return databaseUrl;
}

/**
 * How a process connects: a DATABASE_URL with a user as it stands, any other as the role of the process with the password among
 * its own secrets. Throws `ConfigError` where that one or the address is missing.
 */
export function requireLogin(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  process: 'api' | 'worker' | 'console',
  env: Readonly<Record<string, string | undefined>>,
): string {
  const address = requireDatabase(config);
  if (hasLogin(address)) return address;
  const name = `database-password-${process}` as const;
  const loaded: Readonly<Record<string, string>> = loadSecrets(join(config.dataDir, 'secrets'), [name], env);
  return withLogin(address, `tern_${process}`, loaded[name] ?? '');
}

/**
 * How `npm start` and `npm run migrate` connect: with the owner's password from a secret of its own where DATABASE_URL names the owner without
 * one and the secret is there; otherwise as the address stands. Throws `ConfigError` where the address is missing, or the
 * secret's file is empty or open to others.
 */
export function requireOwnerLogin(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const address = requireDatabase(config);
  if (!lacksPassword(address)) return address;
  const name = 'database-password-owner';
  const { [name]: password } = loadSecrets(join(config.dataDir, 'secrets'), [name], env);
  return password === undefined ? address : withPassword(address, password);
}

/** Where a process holds a session at the database: beside the pooler, with the login that it has there. */
export function sessionUrl({ databaseSessionUrl }: Pick<Config, 'databaseSessionUrl'>, databaseUrl: string): string {
  if (databaseSessionUrl === undefined) return databaseUrl;
  const [url, { username, password }] = [new URL(databaseSessionUrl), new URL(databaseUrl)];
  url.username = username;
  url.password = password;
  return url.href;
}
