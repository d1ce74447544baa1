import { chmod, chown, copyFile, mkdir, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerUser } from './run-as.ts';

/**
 * Copies a folder file by file, each written through to the disk. Files that vanish meanwhile are left out: a running
 * server removes some. `isLeftOut` is asked with paths relative to `from`; of a folder left out the empty folder is made.
 */
export async function copyTree(
  from: string,
  to: string,
  { isLeftOut, owner }: { readonly isLeftOut: (path: string) => boolean; readonly owner?: ServerUser },
): Promise<void> {
  const copy = async (path: string): Promise<void> => {
    const target = join(to, path);
    await mkdir(target, { mode: 0o700 });
    if (owner !== undefined) await chown(target, owner.uid, owner.gid);
    for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
      const inner = join(path, entry.name);
      if (entry.isDirectory()) {
        if (isLeftOut(`${inner}/`)) {
          await mkdir(join(to, inner), { mode: 0o700 });
          if (owner !== undefined) await chown(join(to, inner), owner.uid, owner.gid);
        } else await copy(inner);
      } else if (entry.isFile() && !isLeftOut(inner)) await copyOne(join(from, inner), join(to, inner), owner);
    }
  };
  await copy('');
}

async function copyOne(from: string, to: string, owner: ServerUser): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    throw error;
  }
  await chmod(to, 0o600);
  if (owner !== undefined) await chown(to, owner.uid, owner.gid);
  const handle = await open(to, 'r');
  await handle.sync();
  await handle.close();
}
