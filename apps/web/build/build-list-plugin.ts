import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';

/** Compressed copies are sent in place of the originals, and what begins with a dot is never sent. */
const notListed = /(?:^|\/)\.|\.(?:br|gz)$/;

/**
 * Writes `build.txt`: the SHA-256 of every file of the build with its path, one a line, by path. The SHA-256 of this list stands
 * for the whole build: whoever builds the same sources has the same one.
 */
export function buildListPlugin(): Plugin {
  return {
    name: 'build-list',
    apply: 'build',
    writeBundle: {
      // After everything else has been written.
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) throw new Error('the list of the build needs a folder');
        await writeFile(join(dir, 'build.txt'), await listBuild(dir));
      },
    },
  };
}

async function listBuild(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .filter((path) => !notListed.test(path) && path !== 'build.txt')
    .toSorted();
  const lines: string[] = [];
  for (const path of paths) {
    const hash = createHash('sha256').update(await readFile(join(folder, path)));
    lines.push(`${hash.digest('hex')} ${path}\n`);
  }
  return lines.join('');
}
