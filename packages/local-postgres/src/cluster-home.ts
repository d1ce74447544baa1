import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { outsideFolder } from './binaries.ts';
import { canReach, type ServerUser } from './run-as.ts';

/** Where the cluster's files live: in `dataDir`, or outside the clone where `user` cannot get into `dataDir`. */
export async function clusterHome(user: ServerUser, dataDir: string): Promise<string> {
  if (!existsSync(dataDir)) {
    await mkdir(dataDir, { recursive: true });
    // Passable, not listable: the server's user must get through to its own folder, which is closed to all others.
    await chmod(dataDir, 0o711);
  }
  const pointer = join(dataDir, 'location');
  if (existsSync(pointer)) return await followPointer(pointer);
  if (canReach(user, dataDir)) return dataDir;
  if (existsSync(join(dataDir, 'cluster'))) {
    throw new Error(`The user PostgreSQL runs as cannot enter ${dataDir}: open the folders above it with chmod o+x`);
  }
  const home = await makeOutside(dataDir);
  await writeFile(pointer, `${home}\n`, { mode: 0o600 });
  return home;
}

async function followPointer(pointer: string): Promise<string> {
  const home = (await readFile(pointer, 'utf8')).trim();
  // Never begin an empty database where a full one is expected.
  if (!existsSync(home)) throw new Error(`The database folder ${home}, named in ${pointer}, is missing`);
  return home;
}

async function makeOutside(dataDir: string): Promise<string> {
  const first = outsideFolder(dataDir);
  for (let count = 1; ; count += 1) {
    const home = join(first, count === 1 ? 'data' : `data-${count}`);
    // A folder without our pointer belongs to an earlier clone at the same path: leave it alone.
    if (existsSync(home)) continue;
    await mkdir(home, { recursive: true });
    await chmod(first, 0o711);
    await chmod(home, 0o711);
    return home;
  }
}
