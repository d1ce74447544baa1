import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder, links as what they are: nothing behind one is taken for a part of the folder. */
export function listEntries(folder: string): readonly { readonly path: string; readonly entry: Dirent }[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return [{ path, entry }, ...(entry.isDirectory() ? listEntries(path) : [])];
  });
}
