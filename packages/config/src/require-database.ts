import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';

/** The launcher, or whoever runs this process, names the database. Throws `ConfigError` when nobody has. */
export function requireDatabase({ databaseUrl }: Config): string {
  if (databaseUrl === undefined)
    throw new ConfigError([{ name: 'DATABASE_URL', message: 'has to be set for this process' }]);
  return databaseUrl;
}

/** Where a process holds a session at the database: beside the pooler, with the login that it has there. */
export function sessionUrl({ databaseSessionUrl }: Pick<Config, 'databaseSessionUrl'>, databaseUrl: string): string {
  if (databaseSessionUrl === undefined) return databaseUrl;
  const [url, { username, password }] = [new URL(databaseSessionUrl), new URL(databaseUrl)];
  url.username = username;
  url.password = password;
  return url.href;
}
