import { chown, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { backupParts, backUpCluster } from './back-up-cluster.ts';
import { clusterHome } from './cluster-home.ts';
import { copyTree } from './copy-tree.ts';
import { serverUser } from './run-as.ts';
import { startLocalPostgres, type LocalPostgres } from './start-local-postgres.ts';

export type Standby = {
  /** The owner's connection, for reading. */
  readonly url: string;
  /** Where it is, for whoever starts it again. */
  readonly place: { readonly dataDir: string };
  /** Makes it a primary of its own, starting it again where it was stopped. Resolves once it takes writes. */
  readonly promote: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

const promotedWithinMs = 60_000;

/** Copies a running database into `dataDir` and has the copy follow it. For fault tests. */
export async function startStandby({
  primary,
  dataDir,
  name,
  settings = {},
}: {
  readonly primary: { readonly dataDir: string; readonly url: string };
  readonly dataDir: string;
  /** By which the primary knows it, for `synchronous_standby_names`. */
  readonly name: string;
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<Standby> {
  const user = serverUser();
  const home = await clusterHome(user, dataDir);
  const copy = join(dataDir, 'copy');
  await backUpCluster({ ...primary, to: copy });
  const folder = join(home, 'cluster');
  await copyTree(join(copy, backupParts.base), folder, { isLeftOut: () => false, owner: user });
  await mkdir(join(folder, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 });
  await writeFile(join(folder, 'standby.signal'), '', { mode: 0o600 });
  for (const path of ['standby.signal', 'pg_wal/archive_status']) {
    if (user !== undefined) await chown(join(folder, path), user.uid, user.gid);
  }
  await copyFile(join(copy, backupParts.password), join(dataDir, 'password'));
  const follow = (): Promise<LocalPostgres> =>
    startLocalPostgres({
      dataDir,
      settings: { ...settings, primary_conninfo: `${primary.url}?application_name=${name}` },
    });
  const { url, stop } = await follow();
  return { url, place: { dataDir }, promote: async () => promote(await follow()), stop };
}

async function promote(server: LocalPostgres): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query('SELECT pg_promote()');
    for (let waitedMs = 0; waitedMs < promotedWithinMs; waitedMs += 50) {
      const { rows } = await client.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
      if (rows[0]?.recovering === false) return;
      await wait(50);
    }
    throw new Error('the standby was not promoted');
  } finally {
    await client.end();
  }
}
