import { existsSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
  if (secret.kind === 'identity')
    throw new Error(
      'Certificates are made by npm run signer -- make-certificates; docs/operations/signer.md says how one is replaced.',
    );
  if (secret.origin !== 'generated') return await storeGiven(deps, name, file);
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
  const elsewhere =
    "Before you start anything, copy the file to every other machine of the worker, of the signer and its standby, and of the operators' commands.";
  return [
    `${file} has a new value. Back the file up, then: npm start`,
    ...(name === 'signer-secret' ? [elsewhere] : []),
  ];
}

/** Asks for a value that is not made here: a provider's, or one that people choose and hand to whoever uses it. */
async function storeGiven({ ask }: RotateDeps, name: SecretName, file: string): Promise<readonly string[]> {
  const { origin, minLength = 1, readBy }: Secret = secrets[name];
  const isChosen = origin === 'chosen';
  const question = isChosen
    ? `New ${name}, at least ${minLength} characters that you choose: `
    : `New ${name}, as its provider gave it: `;
  const value = (await ask(question)).trim();
  if (value === '') throw new Error('Nothing was changed.');
  if (value.length < minLength)
    throw new Error(
      `Nothing was changed: ${name} needs at least ${minLength} characters, and this one has ${value.length}. Give a longer one.`,
    );
  if (!existsSync(dirname(file)))
    throw new Error(`There is no folder ${dirname(file)} yet: npm run production -- generate`);
  writeSecretFile(file, `${value}\n`);
  const last = isChosen
    ? 'Then use the new one wherever the former was.'
    : 'Then have the provider end the former one.';
  const running = readBy.filter((each) => each !== 'migrate' && each !== 'launch');
  const next = running.length === 0 ? 'npm start and npm run migrate read it.' : `Restart: ${running.join(', ')}.`;
  return [`Stored in ${file}. ${next} ${last}`];
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
    throw new Error(`The seed could not be sealed anew, and ${file} was not changed. Fix that, then run this again.`);
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
