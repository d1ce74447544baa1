import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createMissingSecrets, newSecret } from '@tern/config/create-secrets';
import { renderEnvTemplate } from '@tern/config/render-env-template';
import { secrets, type Secret, type SecretName } from '@tern/config/secrets';
import { readEnvironment, type Environment } from '@tern/installation/environment';
import { judgeProduction } from './judge-production.ts';

/** Makes what is missing and can be made. Returns what it did, in lines that hold no secret. */
export function generate(root: string, surrounding: Environment): readonly string[] {
  const given = readEnvironment(root, surrounding);
  const { secretsDir, config } = judgeProduction(root, { ...given, TERN_PROFILE: 'production' });
  // As npm start makes it: the database's own user has to get through to its files. The secrets below it stay closed.
  mkdirSync(dirname(secretsDir), { recursive: true, mode: 0o711 });
  const made = createMissingSecrets(secretsDir, given, [
    'devchain-seed',
    // With a key service, what opens a seed is made where the seed is.
    ...(config.signerKeyService === undefined ? [] : (['signer-passphrase'] as const)),
  ]);
  const env = join(root, '.env');
  const isNew = !existsSync(env);
  // The folder may be shared: the file is to hold the address of the database, perhaps with its password.
  if (isNew) writeFileSync(env, renderEnvTemplate(), { mode: 0o600, flag: 'wx' });
  return [
    made.length === 0
      ? `Every secret that can be made is in ${secretsDir} already.`
      : `Made ${made.length} secrets in ${secretsDir}: ${made.join(', ')}.`,
    ...(made.length === 0
      ? []
      : ['Back them up now, apart from the database and from the signer (docs/operations/secrets.md).']),
    isNew ? `Wrote ${env}: fill in its lines, then run "npm run production -- check".` : `Left ${env} as it is.`,
  ];
}

/** A new value for people who keep their secrets elsewhere. Throws for a secret that somebody else hands out. */
export function printNew(name: SecretName): string {
  const secret: Secret = secrets[name];
  if (secret.origin === 'handed-out') throw new Error(`${name} is handed out by somebody else and cannot be made.`);
  return newSecret();
}
