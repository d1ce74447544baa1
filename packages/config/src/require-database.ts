import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';

/** The launcher, or whoever runs this process, names the database. Throws `ConfigError` when nobody has. */
export function requireDatabase({ databaseUrl }: Config): string {
  if (databaseUrl === undefined)
    throw new ConfigError([{ name: 'DATABASE_URL', message: 'has to be set for this process' }]);
  return databaseUrl;
}
