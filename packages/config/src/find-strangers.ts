import type { ConfigFault } from './config-error.ts';
import { secretFileVariable, secrets, type SecretName } from './secrets.ts';
import { settings } from './settings.ts';

/** Names in a file of settings that no process reads, and values that belong in a file of their own. Pure. */
export function findStrangers(file: Readonly<Record<string, string | undefined>>): readonly ConfigFault[] {
  const names = Object.keys(secrets) as SecretName[];
  const files = new Set(names.map(secretFileVariable));
  const values = new Map(names.map((name) => [secretFileVariable(name).replace(/_FILE$/, ''), name]));
  return Object.keys(file).flatMap((name) => {
    if (Object.hasOwn(settings, name) || files.has(name) || passedOn.has(name)) return [];
    const secret = values.get(name);
    if (secret !== undefined)
      return [{ name, message: `is not read from here; put the secret into the file ${secret}, and delete this line` }];
    return [{ name, message: 'is no setting; look for a spelling mistake' }];
  });
}

/** Read by Node itself. */
const passedOn: ReadonlySet<string> = new Set(['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'NODE_EXTRA_CA_CERTS']);
