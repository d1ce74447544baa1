import { existsSync } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { archiveInto } from './archive.ts';
import { clusterHome } from './cluster-home.ts';
import { copyTree } from './copy-tree.ts';
import { serverUser } from './run-as.ts';

/** What a backup of a database consists of, inside its folder. */
export const backupParts = { base: 'base', log: 'log', password: 'password' } as const;

/** Contents that mean nothing in a copy or would mislead the server that starts on it. */
const leftOut =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/|.*pgsql_tmp.*)$/;

/**
 * Copies the files of a running database into `to` and has its log archived there from now on, so that the copy can be
 * brought forward to any later moment. A copy is never replaced.
 * @throws Error where the folder has a backup already, the server was started without archiving, or cannot reach the folder
 */
export async function backUpCluster({
  dataDir,
  url,
  to,
}: {
  /** The folder given to `startLocalPostgres`. */
  readonly dataDir: string;
  /** The owner's connection. */
  readonly url: string;
  readonly to: string;
}): Promise<void> {
  const base = join(to, backupParts.base);
  if (existsSync(base)) throw new Error(`${to} already has a backup. Name a new folder.`);
  const user = serverUser();
  const home = await clusterHome(user, dataDir);
  // Passable, so that the server's user reaches its archive inside.
  await mkdir(to, { recursive: true, mode: 0o711 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ archive_mode: string }>('SHOW archive_mode');
    if (rows[0]?.archive_mode !== 'on')
      throw new Error('The database was started without archiving: start it again first.');
    await archiveInto(join(to, backupParts.log), { home, user });
    const unfinished = join(to, `${backupParts.base}.unfinished`);
    await rm(unfinished, { recursive: true, force: true });
    await client.query("SELECT pg_backup_start('backup', true)");
    await copyTree(join(home, 'cluster'), unfinished, { isLeftOut: (path) => leftOut.test(path) });
    // Waits until the last piece of log that the copy needs is in the archive.
    const stopped = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(true)');
    await writeFile(join(unfinished, 'backup_label'), stopped.rows[0]?.labelfile ?? '', { mode: 0o600 });
    await copyFile(join(dataDir, 'password'), join(to, backupParts.password));
    await rename(unfinished, base);
  } finally {
    await client.end();
  }
}
