import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Name of the wallet in `folder`: that of its first script, which contains the hash of all it is built from. A page knows its
 * own by its address. Null where nothing has been built.
 */
export function findBuild(folder: string): string | null {
  const indexFile = join(folder, 'index.html');
  if (!existsSync(indexFile)) return null;
  const html = readFileSync(indexFile, 'utf8');
  return /<script[^>]*\ssrc="\/assets\/([\w-]+)\.js"/.exec(html)?.[1] ?? null;
}
