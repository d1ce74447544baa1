import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below a folder; 0 where it is not there. */
export async function sizeOf(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  let sum = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    // One may go while it is counted.
    if (entry.isFile())
      sum += await stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      );
  }
  return sum;
}
