import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretFileVariable, secrets, type Secret, type SecretName } from './secrets.ts';

/**
 * Makes every missing generated secret in `dir` (folder 0700, files 0600) but those of `except`, and returns the names of
 * those it made. Existing ones, and ones that `<NAME>_FILE` places elsewhere, are left alone. A file appears whole or not at all.
 */
export function createMissingSecrets(
  dir: string,
  env: Readonly<Record<string, string | undefined>>,
  except: readonly SecretName[] = [],
): readonly SecretName[] {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  const made: SecretName[] = [];
  for (const [name, secret] of Object.entries(secrets) as [SecretName, Secret][]) {
    const file = join(dir, name);
    if (
      except.includes(name) ||
      secret.origin !== 'generated' ||
      existsSync(file) ||
      (env[secretFileVariable(name)] ?? '') !== ''
    )
      continue;
    const whole = `${file}.${process.pid}`;
    writeFileSync(whole, `${newSecret()}\n`, { mode: 0o600, flush: true });
    try {
      linkSync(whole, file);
      made.push(name);
    } finally {
      rmSync(whole);
    }
  }
  return made;
}

/** A new value in the form of every secret that nobody else hands out. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
