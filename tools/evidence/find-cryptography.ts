import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const calls =
  /\b(createHash|createHmac|createCipheriv|createDecipheriv|createECDH|hkdfSync|generateKeyPairSync|subtle\.digest|diffieHellman|hash|sign|verify)\(\s*'([a-zA-Z0-9-]+)'/g;
/** Their algorithm is not the first argument. */
const stretching = /\b(pbkdf2Sync|scryptSync)\(/g;
const imports =
  /from '(@noble\/(?:curves|hashes\/sha)[^']+|@scure\/bip\d+|@node-rs\/argon2|@simplewebauthn\/server|otplib)'/g;
/** Node's own functions that take an algorithm; others of these names are ours. */
const isNodes = (name: string, text: string): boolean =>
  !['hash', 'sign', 'verify'].includes(name) ||
  new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from 'node:crypto'`).test(text);

/** What the sources of the product ask of cryptography, as `createHmac sha256` or the module that it comes from. */
export function findCryptography(root: string): ReadonlySet<string> {
  const files = globSync('{apps,packages,services}/*/{src,page,early,service-worker}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) =>
      ['node_modules', 'dist', 'testing', 'devchain', 'testkit', 'local-relay', 'inbox'].includes(name),
  }).filter((file) => !/\.test\.tsx?$|\/(?:devchain|testkit|local-relay|local-postgres)\//.test(file));
  const found = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    for (const [, name = '', algorithm = ''] of text.matchAll(calls))
      if (isNodes(name, text)) found.add(`${name} ${algorithm}`);
    for (const [, name = ''] of text.matchAll(stretching)) found.add(name);
    for (const [, module = ''] of text.matchAll(imports)) found.add(module);
  }
  return found;
}
