import { mkdirSync, chownSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@tern/testkit/system/until';
import pg from 'pg';
import { findPostgresUser, type DatabaseCluster } from '../cluster/database-cluster.ts';
import type { Debian } from '../cluster/debian.ts';
import { addressOf, machineNames, middle } from '../cluster/machines.ts';
import { startProgram } from '../cluster/programs.ts';
import type { BackupWay, Until } from './backup-way.ts';

const restoredWithinMs = 600_000;

/** All machines of the database at once, with everything on their disks. */
export async function loseMachines(cluster: DatabaseCluster): Promise<void> {
  const pids = await Promise.all(machineNames.map((name) => cluster.serverPid(name)));
  await Promise.all(machineNames.flatMap((name) => [cluster.kill(`patroni-${name}`), cluster.kill(`etcd-${name}`)]));
  for (const pid of pids) kill(pid);
  await forgetFiles(cluster);
}

/** As an operator does it before everything is set back: in order, and nothing of the old cluster is left. */
export async function stopMachines(cluster: DatabaseCluster): Promise<void> {
  await Promise.all(machineNames.map((name) => cluster.stop(`patroni-${name}`)));
  await Promise.all(machineNames.map((name) => cluster.stop(`etcd-${name}`)));
  await forgetFiles(cluster);
}

async function forgetFiles(cluster: DatabaseCluster): Promise<void> {
  for (const name of machineNames)
    for (const part of ['data', 'etcd'])
      await rm(join(cluster.diskOf(name), part), { recursive: true, force: true, maxRetries: 20 });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It went with its Patroni.
  }
}

/** Seconds from the first command to each stage. */
export type RestoreTimes = { readonly leaderSeconds: number; readonly wholeSeconds: number };

/** Makes a whole cluster of the backup, on empty machines. */
export async function restoreCluster(
  cluster: DatabaseCluster,
  { way, upTo }: { readonly way: BackupWay; readonly upTo: Until },
): Promise<RestoreTimes> {
  const startMs = performance.now();
  const seconds = (): number => (performance.now() - startMs) / 1_000;
  cluster.configure({ parameters: way.parameters, restore: way.restore(upTo) });
  for (const name of machineNames) cluster.start(`etcd-${name}`);
  cluster.start('patroni-pg1');
  // The others wait for whoever makes the cluster; they would make it themselves if they came first.
  await until('the restore has begun', async () => (await stateOf('pg1')).includes('custom bootstrap'), 60_000);
  for (const name of ['pg2', 'pg3'] as const) cluster.start(`patroni-${name}`);
  await until('a leader', async () => (await cluster.leader()) === 'pg1', restoredWithinMs);
  const leaderSeconds = seconds();
  await cluster.whole();
  const wholeSeconds = seconds();
  // PgBouncer answers with its last error for a moment after HAProxy has found the new leader.
  await cluster.served();
  return { leaderSeconds, wholeSeconds };
}

async function stateOf(name: (typeof machineNames)[number]): Promise<string> {
  const response = await fetch(`http://${addressOf(name)}:8008/patroni`, { signal: AbortSignal.timeout(1_500) });
  return ((await response.json()) as { readonly state: string }).state;
}

export type Aside = { readonly url: string; readonly stop: () => Promise<void> };

const asidePort = 5499;

/** A second server beside the cluster, from the same backup, brought forward to the end of the log before the restore. */
export async function restoreAside(
  debian: Debian,
  { cluster, way, folder }: { readonly cluster: DatabaseCluster; readonly way: BackupWay; readonly folder: string },
): Promise<Aside> {
  const place = join(folder, 'aside');
  await rm(place, { recursive: true, force: true });
  mkdirSync(place);
  const { uid, gid } = findPostgresUser(debian.root);
  chownSync(place, uid, gid);
  const dataDir = join(place, 'data');
  await way.restoreAside(dataDir);
  const settings = {
    port: String(asidePort),
    listen_addresses: middle,
    unix_socket_directories: place,
    // It must never write into the backup it came from.
    archive_mode: 'off',
    synchronous_standby_names: '',
    primary_conninfo: '',
    primary_slot_name: '',
  };
  const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = startProgram(debian, {
    command: [`${debian.postgresBin}/postgres`, '-D', dataDir, ...words],
    logFile: join(folder, 'logs', 'aside.log'),
  });
  const url = new URL(cluster.urlOf('pg1'));
  url.hostname = middle;
  url.port = String(asidePort);
  await until('the copy aside', () => hasRecovered(url.href), restoredWithinMs);
  return {
    url: url.href,
    stop: async () => {
      await server.end('SIGINT');
      await rm(place, { recursive: true, force: true });
    },
  };
}

async function hasRecovered(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ done: boolean }>('SELECT NOT pg_is_in_recovery() AS done');
    return rows[0]?.done === true;
  } finally {
    await client.end().catch(() => undefined);
  }
}
