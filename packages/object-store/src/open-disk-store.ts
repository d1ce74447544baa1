import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { checkName, StoreFault, type ObjectStore, type Stored } from './object-store.ts';

const unfinished = /^\.new-[0-9a-f]{16}$/;
const finished = /^[0-9a-f]{32}\.webp$/;

/** Files in one folder of this machine, readable by its owner alone. Written beside, synchronised, then renamed. */
export async function openDiskStore({ folder }: { readonly folder: string }): Promise<ObjectStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (name: string): string => {
    checkName(name);
    return join(folder, name);
  };
  return {
    put: async (name, bytes) => {
      const beside = join(folder, `.new-${randomBytes(8).toString('hex')}`);
      try {
        const file = await open(beside, 'wx', 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(beside, pathOf(name));
        await syncFolder(folder);
      } catch (error) {
        await unlink(beside).catch(() => undefined);
        throw new StoreFault('the picture could not be written', { cause: error });
      }
    },
    get: (name) => readFile(pathOf(name)).catch(nothingThere),
    remove: async (name) => {
      await unlink(pathOf(name)).catch(nothingThere);
    },
    list: async ({ after = '', limit }) => {
      const names = (await readdir(folder)).filter((name) => finished.test(name) && name > after).toSorted();
      const found = await Promise.all(names.slice(0, limit).map((name) => describe(folder, name)));
      return found.filter((each) => each !== undefined);
    },
    clearUnfinished: async (before) => {
      let cleared = 0;
      for (const name of (await readdir(folder)).filter((each) => unfinished.test(each))) {
        const left = await describe(folder, name);
        if (left === undefined || left.storedAt >= before) continue;
        await unlink(join(folder, name)).catch(nothingThere);
        cleared += 1;
      }
      return cleared;
    },
  };
}

/** A renamed file is there after a power cut only once its folder is written down. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Undefined where the file went away meanwhile. */
async function describe(folder: string, name: string): Promise<Stored | undefined> {
  const found = await stat(join(folder, name)).catch(nothingThere);
  return found && { name, storedAt: found.mtime };
}

function nothingThere(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw new StoreFault('the folder of pictures cannot be read', { cause: error });
}
