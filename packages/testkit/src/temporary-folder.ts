import { chmod, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder under the system's temporary one that says which process made it. */
export async function makeTemporaryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  // A database server may run as another user, who has to get through.
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'owner'), String(process.pid));
  return folder;
}

/** Folders of this prefix whose maker was killed before it could tidy up. Each goes to one caller alone. */
export async function takeAbandonedFolders(prefix: string): Promise<readonly string[]> {
  const names = await readdir(tmpdir());
  const taken: string[] = [];
  for (const folder of names.filter((name) => name.startsWith(prefix)).map((name) => join(tmpdir(), name))) {
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
