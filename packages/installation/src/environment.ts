import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { ProcessName } from '@tern/config/process-names';
import { secretFileVariable, secrets, type SecretName } from '@tern/config/secrets';
import { settings } from '@tern/config/settings';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of the `.env` file in `root`, overruled by those of the surrounding environment. */
export function readEnvironment(root: string, surrounding: Environment): Environment {
  return { ...readEnvironmentFile(root), ...surrounding };
}

/** Settings of the `.env` file in `root` alone; none where there is no such file. */
export function readEnvironmentFile(root: string): Environment {
  const file = join(root, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}

const passedOn = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS', 'TERN_CRASH_AT'];

/**
 * What one process gets: the settings as they were given, paths of its own secrets and of nobody else's, `own` values,
 * and nothing else of the surrounding environment.
 */
export function environmentFor(
  name: ProcessName,
  given: Environment,
  secretsDir: string,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const env: Record<string, string> = { NODE_ENV: 'production' };
  // The owner's connection is for migrations; processes that need the database get one of their own role in `own`.
  const names = [...passedOn, ...Object.keys(settings)].filter((key) => key !== 'DATABASE_URL');
  for (const key of names) {
    const value = given[key];
    if (value !== undefined && value !== '') env[key] = value;
  }
  for (const [secret, { readBy }] of Object.entries(secrets) as [SecretName, { readBy: readonly ProcessName[] }][]) {
    const variable = secretFileVariable(secret);
    if (readBy.includes(name)) env[variable] = given[variable] || join(secretsDir, secret);
  }
  return { ...env, ...own };
}
