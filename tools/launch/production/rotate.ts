import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret } from '@tern/config/create-secrets';
import { addKey, dropOlderKeys, writeSecretFile } from '@tern/config/replace-secret';
import { secretFileVariable, secrets, type Secret, type SecretName } from '@tern/config/secrets';
import { findLauncher } from '@tern/installation/leftovers';
import { runFileOf, type Installation } from '@tern/installation/processes';

export type RotateDeps = {
  readonly installation: Installation;
  /** Asks at the terminal without showing what is typed. */
  readonly ask: (question: string) => Promise<string>;
  /** Seals the signer's seed under another passphrase; its exit code. */
  readonly reseal: (passphrase: string) => number;
  /** Moves what it can to the newest key; 0 where nothing needs the older ones, 3 where something does. */
  readonly renew: (name: SecretName) => number;
};

/** Gives a secret a new value, losing nothing that was made with the former one. Returns what to do next. Throws a sentence. */
export async function rotate(deps: RotateDeps, name: SecretName): Promise<readonly string[]> {
  const secret: Secret = secrets[name];
  const file = fileOf(deps.installation, name);
  if (name === 'devchain-seed')
    throw new Error('The local chain is its seed: start a new one with npm start -- --reset.');
  if (secret.origin === 'handed-out') {
    const value = (await deps.ask(`New ${name}, as its provider gave it: `)).trim();
    if (value === '') throw new Error('Nothing was changed.');
    writeSecretFile(file, `${value}\n`);
    return [`Stored in ${file}. Restart: ${secret.readBy.join(', ')}. Then have the provider end the former one.`];
  }
  requireStopped(deps.installation);
  if (!existsSync(file)) throw new Error(`There is no file ${file} yet: npm run production -- generate`);
  if (name === 'signer-passphrase') return rotatePassphrase(deps, file);
  if (secret.kind === 'keys') {
    addKey(file, newSecret());
    return [
      `${file} has a new key; the former one stays below it, for what was made with it. Back the file up, then: npm start`,
      `While it runs: npm run production -- renew ${name}, and later retire ${name}.`,
    ];
  }
  writeSecretFile(file, `${newSecret()}\n`);
  return [`${file} has a new value. Back the file up, then: npm start`];
}

/** Takes the older keys of a secret away; with `despiteLoss`, also where something still needs them. Throws a sentence. */
export function retire(deps: RotateDeps, name: SecretName, despiteLoss: boolean): readonly string[] {
  if (secrets[name].kind !== 'keys') throw new Error(`${name} has one value at a time: rotate replaces it.`);
  const file = fileOf(deps.installation, name);
  const code = deps.renew(name);
  if (code === 3 && !despiteLoss)
    throw new Error('Nothing was changed. docs/operations/secrets.md says what each loses; --despite-loss goes on.');
  if (code !== 0 && code !== 3) throw new Error('Nothing was changed.');
  const gone = dropOlderKeys(file);
  return [`Took ${gone} older keys out of ${file}. Restart: ${secrets[name].readBy.join(', ')}.`];
}

/**
 * The next passphrase is on disk before the seed is sealed under it, and takes the place of the former afterwards: broken off
 * anywhere, the command goes on where it was when it is run again.
 */
function rotatePassphrase({ reseal }: RotateDeps, file: string): readonly string[] {
  const next = `${file}.next`;
  if (!existsSync(next)) writeSecretFile(next, `${newSecret()}\n`);
  if (reseal(readFileSync(next, 'utf8').trim()) !== 0)
    throw new Error(`The seed could not be sealed anew, and ${file} was not changed. Mend that, then run this again.`);
  renameSync(next, file);
  return [
    `${file} has a new passphrase, and the seed is sealed under it. Back both up, in two places, then: npm start`,
    'Backups of the signer from before open with the former passphrase alone. Destroy them, or keep it with care.',
  ];
}

function fileOf({ given, secretsDir }: Installation, name: SecretName): string {
  const variable = secretFileVariable(name);
  const named = given[variable] ?? '';
  if (named !== '')
    throw new Error(
      `${variable} places this secret in ${named}, which something else looks after: change it there, as docs/operations/secrets.md describes.`,
    );
  return join(secretsDir, name);
}

function requireStopped(installation: Installation): void {
  const running = findLauncher(runFileOf(installation));
  if (running !== undefined)
    throw new Error(
      `The installation is running (process ${running}). Stop it first: its processes hold the former value.`,
    );
}
