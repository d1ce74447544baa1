import { chmod, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fastFolder, fastFolders } from './fast-folder.ts';

/** A new folder that says which process made it, where the machine keeps files fastest. */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(fastFolder(), prefix));
  // A database server may run as another user, who has to get through.
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'owner'), String(process.pid));
  return folder;
}

/** Folders of this prefix whose maker was killed before it could tidy up. Each goes to one caller alone. */
export async function takeAbandonedFolders(prefix: string): Promise<readonly string[]> {
  const folders = await Promise.all(
    fastFolders().map(async (place) => (await readdir(place)).map((name) => ({ name, folder: join(place, name) }))),
  );
  const taken: string[] = [];
  for (const { folder } of folders.flat().filter(({ name }) => name.startsWith(prefix))) {
    const owner = Number(await readFile(join(folder, 'owner'), 'utf8').catch(() => '0'));
    if (owner !== 0 && !isAlive(owner) && (await take(folder))) taken.push(folder);
  }
  return taken;
}

/** True for one of several runs that found the same folder. */
async function take(folder: string): Promise<boolean> {
  try {
    await rename(join(folder, 'owner'), join(folder, 'taken'));
    return true;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
