import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { archiveInto } from './archive.ts';
import { backupParts } from './back-up-cluster.ts';
import { clusterHome } from './cluster-home.ts';
import { copyTree } from './copy-tree.ts';
import { serverUser } from './run-as.ts';
import { startLocalPostgres } from './start-local-postgres.ts';

/** How the folder begins into which a restore moves the present files; the time follows. */
export const movedAside = 'cluster.before-';

export type RestoreUpTo =
  /** All that is in the archive, and all that the files now in place still hold beyond it. */
  | 'latest'
  /** The moment the copy was made. */
  | 'backup';

/** Recovery of a large log takes its time; the server is asked again and again meanwhile. */
const recoveredWithinMs = 60 * 60_000;

/**
 * Puts the copy in `from` in the place of the database in `dataDir`, which must not run, and brings it forward. The
 * files that were there are moved aside, never deleted. Returns where they are, if there were any.
 */
export async function restoreCluster({
  dataDir,
  from,
  upTo,
}: {
  readonly dataDir: string;
  readonly from: string;
  readonly upTo: RestoreUpTo;
}): Promise<string | undefined> {
  const base = join(from, backupParts.base);
  if (!existsSync(join(base, 'backup_label'))) throw new Error(`There is no whole backup in ${from}.`);
  const user = serverUser();
  const home = await clusterHome(user, dataDir);
  const folder = join(home, 'cluster');
  if (existsSync(join(folder, 'postmaster.pid')))
    throw new Error('The database still runs: stop the installation first.');
  const aside = existsSync(folder)
    ? join(home, `${movedAside}${new Date().toISOString().replaceAll(':', '-')}`)
    : undefined;
  const unfinished = `${folder}.unfinished`;
  await copyTree(base, unfinished, { isLeftOut: () => false, owner: user });
  const log = join(from, backupParts.log);
  // The server reads the archive, and writes on into it: it has to belong to the server's user on this machine too.
  await archiveInto(log, { home, user });
  const rest = aside === undefined || upTo === 'backup' ? '' : ` || cp "${join(aside, 'pg_wal')}/%f" "%p"`;
  const settings = [
    `restore_command = 'cp "${log}/%f" "%p"${rest}'`,
    ...(upTo === 'backup' ? ["recovery_target = 'immediate'"] : []),
    "recovery_target_action = 'promote'",
  ];
  await mkdir(join(unfinished, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  await appendFile(join(unfinished, 'postgresql.auto.conf'), `${settings.join('\n')}\n`);
  await writeFile(join(unfinished, 'recovery.signal'), '', { mode: 0o600 });
  for (const path of ['recovery.signal', 'pg_wal/archive_status']) {
    if (user !== undefined) await chown(join(unfinished, path), user.uid, user.gid);
  }
  if (aside !== undefined) await rename(folder, aside);
  await rename(unfinished, folder);
  await copyFile(join(from, backupParts.password), join(dataDir, 'password'));
  await chmod(join(dataDir, 'password'), 0o600);
  await recover(dataDir);
  return aside;
}

/** Starts the server until it has read the log to the end and taken over, then stops it. */
async function recover(dataDir: string): Promise<void> {
  const server = await startLocalPostgres({ dataDir });
  const client = new pg.Client({ connectionString: server.url });
  try {
    await client.connect();
    await untilPrimary(client);
    for (const name of ['restore_command', 'recovery_target', 'recovery_target_action'])
      await client.query(`ALTER SYSTEM RESET ${name}`);
  } finally {
    await client.end();
    await server.stop();
  }
}

async function untilPrimary(client: pg.Client): Promise<void> {
  for (let waitedMs = 0; waitedMs < recoveredWithinMs; waitedMs += 200) {
    const { rows } = await client.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
    if (rows[0]?.recovering === false) return;
    await wait(200);
  }
  throw new Error('The database did not finish its recovery.');
}
