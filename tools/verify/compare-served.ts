import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../gates/gate.ts';

/** What a server answers to a path, uncompressed; undefined for anything but 200. */
export type ReadServed = (path: string) => Promise<Uint8Array | undefined>;

/** How many files of the build in `folder` were asked for, and a sentence for each that is served otherwise than it was built. */
export async function compareServed(
  folder: string,
  read: ReadServed,
): Promise<{ readonly files: number; readonly found: readonly string[] }> {
  // Copies are sent in place of the originals; what begins with a dot is never sent.
  const files = listFiles(folder, ['**/*.*']).filter((file) => !/(?:^|\/)\.|\.(?:br|gz)$/.test(file));
  const found: string[] = [];
  for (const file of files) {
    const served = await read(file === 'index.html' ? '/' : `/${file}`);
    if (served === undefined) found.push(`${file} is not served`);
    else if (!readFileSync(join(folder, file)).equals(served)) found.push(`${file} is not what was built`);
  }
  return { files: files.length, found };
}
