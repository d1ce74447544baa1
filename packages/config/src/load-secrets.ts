import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readIdentity, type Identity } from '@tern/base/pinned-certificate';
import { ConfigError, type ConfigFault } from './config-error.ts';
import { secretFileVariable, secrets, type KeyRing, type Secret, type SecretName } from './secrets.ts';

type Table = typeof secrets;
type Read<Name extends SecretName> =
  | (Table[Name]['kind'] extends 'key'
      ? Buffer
      : Table[Name]['kind'] extends 'keys'
        ? KeyRing
        : Table[Name]['kind'] extends 'identity'
          ? Identity
          : string)
  | (Table[Name]['origin'] extends 'generated' ? never : undefined);

/**
 * Reads the named secrets: from the file `<NAME>_FILE` names, else from `<dir>/<name>`. Keys come as 32 bytes each.
 * A secret that cannot be made here may be absent (`undefined`); any other missing, malformed or openly readable one is
 * named in a `ConfigError`, all at once and never with its value.
 */
export function loadSecrets<const Names extends readonly SecretName[]>(
  dir: string,
  names: Names,
  env: Readonly<Record<string, string | undefined>>,
): { readonly [Name in Names[number]]: Read<Name> } {
  const faults: ConfigFault[] = [];
  const loaded: Record<string, unknown> = {};
  for (const name of names) {
    const named = env[secretFileVariable(name)];
    const file = named === undefined || named === '' ? join(dir, name) : named;
    const read = readSecret(name, file);
    if ('value' in read) loaded[name] = read.value;
    else if ('fault' in read) faults.push({ name: `secret ${name}`, message: read.fault });
    else if (secrets[name].origin === 'generated')
      faults.push({ name: `secret ${name}`, message: `there is no file ${file}` });
  }
  if (faults.length > 0) throw new ConfigError(faults);
  return loaded as { readonly [Name in Names[number]]: Read<Name> };
}

/** What stands in the file of a secret, in its form; or what is wrong with the file, without a word of what stands in it. */
export function readSecret(
  name: SecretName,
  file: string,
): { readonly value: Buffer | KeyRing | Identity | string } | { readonly fault: string } | { readonly isAbsent: true } {
  const { kind, minLength = 1 }: Secret = secrets[name];
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return { isAbsent: true };
  // Group may read: container platforms mount secrets as 0440 with a group of their own.
  if ((stat.mode & 0o037) !== 0) return { fault: `${file} is open to others; run chmod 600 on it` };
  const text = readFileSync(file, 'utf8').trim();
  if (text === '') return { fault: `${file} is empty` };
  if (kind === 'text') {
    return text.length < minLength
      ? { fault: `${file} has to hold at least ${minLength} characters` }
      : { value: text };
  }
  if (kind === 'identity') return readIdentityFile(file, text);
  const [first, ...older] = text.split('\n').map((line) => readKey(line.trim()));
  if (first === undefined || older.includes(undefined) || (kind === 'key' && older.length > 0))
    return { fault: `${file} has to hold 32 bytes as base64url${kind === 'key' ? '' : ' on every line'}` };
  return { value: kind === 'key' ? first : [first, ...older.filter((each) => each !== undefined)] };
}

function readIdentityFile(file: string, text: string): { readonly value: Identity } | { readonly fault: string } {
  try {
    return { value: readIdentity(text) };
  } catch (error) {
    return { fault: `${file}: ${error instanceof Error ? error.message : 'unreadable'}` };
  }
}

function readKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === 32 && bytes.toString('base64url') === text ? bytes : undefined;
}
