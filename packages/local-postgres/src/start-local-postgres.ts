import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { archiveCommand, archiveTimeoutSeconds } from './archive.ts';
import { locateBinaries, type Binaries } from './binaries.ts';
import { clusterHome } from './cluster-home.ts';
import { freePort } from './free-port.ts';
import { runAs, serverUser, type ServerUser } from './run-as.ts';

export type LocalPostgresOptions = {
  /** Folder of this database: its password, and its files unless the server's user cannot get there. */
  readonly dataDir: string;
  /** Port on the loopback interface; any free one when absent. */
  readonly port?: number;
  /** Server settings beyond ours, for example `{ fsync: 'off' }` in tests. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The server's files, where they are not in the usual folder: those that a restore moved aside. */
  readonly folder?: string;
  /** Told of each long step. */
  readonly log?: (line: string) => void;
};

export type LocalPostgres = {
  /** Connection string of the owner, a superuser, to the database `postgres`. Holds the password. */
  readonly url: string;
  readonly port: number;
  /** Where the server's files really are. */
  readonly dataDir: string;
  /** Fast shutdown: open transactions are rolled back, everything is written. */
  readonly stop: () => Promise<void>;
  /** What a power cut does: no checkpoint, the next start recovers from the log. For fault tests. */
  readonly stopImmediate: () => Promise<void>;
  /** Stops at once and deletes the database for ever. For tests. */
  readonly destroy: () => Promise<void>;
};

type Cluster = {
  readonly user: ServerUser;
  readonly binaries: Binaries;
  readonly home: string;
  readonly folder: string;
  readonly password: string;
};

const owner = 'tern_owner';
const startTimeoutSeconds = 90;

const ownSettings = {
  listen_addresses: '127.0.0.1',
  // No socket file: its folder would have to be shared between users.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // Files of the log are kept to be used again: who needs a new one waits until its 16 MB are on disk, 70 ms as measured.
  min_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  archive_mode: 'on',
  archive_timeout: String(archiveTimeoutSeconds),
} satisfies Record<string, string>;

/**
 * Starts a real PostgreSQL in `dataDir`, making it at the first call; joins the one that already runs there otherwise.
 * The server outlives this process unless stopped, so a crash of ours never becomes a crash of the database.
 * Throws when the port is taken, when no user can run the server, or when it does not come up (with the log's end).
 */
export async function startLocalPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const user = serverUser();
  const home = await clusterHome(user, options.dataDir);
  const cluster: Cluster = {
    user,
    home,
    binaries: await locateBinaries(user),
    folder: options.folder ?? join(home, 'cluster'),
    password: await readOrMakePassword(options.dataDir),
  };
  if (!existsSync(cluster.folder)) {
    options.log?.('creating the database');
    await initialise(cluster);
  }
  const running = await findRunning(cluster);
  if (running !== undefined && (options.port === undefined || options.port === running)) {
    return handle(cluster, options, running);
  }
  if (running !== undefined) await control(cluster, 'fast');
  const port = await freePort(options.port);
  options.log?.(`starting the database on port ${port}`);
  await start(cluster, port, { ...ownSettings, archive_command: archiveCommand(cluster.home), ...options.settings });
  return handle(cluster, options, port);
}

function handle(cluster: Cluster, { dataDir }: LocalPostgresOptions, port: number): LocalPostgres {
  return {
    url: ownerUrl(cluster.password, port),
    port,
    dataDir: cluster.folder,
    stop: () => control(cluster, 'fast'),
    stopImmediate: () => control(cluster, 'immediate'),
    destroy: async () => {
      await control(cluster, 'immediate');
      await rm(cluster.home, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function ownerUrl(password: string, port: number): string {
  return `postgres://${owner}:${password}@127.0.0.1:${port}/postgres`;
}

async function readOrMakePassword(dataDir: string): Promise<string> {
  const path = join(dataDir, 'password');
  if (!existsSync(path)) await writeFile(path, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  return (await readFile(path, 'utf8')).trim();
}

async function initialise({ user, binaries, home, folder, password }: Cluster): Promise<void> {
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  const passwordFile = join(home, 'initial-password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  for (const path of [unfinished, passwordFile]) if (user !== undefined) await chown(path, user.uid, user.gid);
  const made = await runAs(user, binaries.initdb, [
    `--pgdata=${unfinished}`,
    `--username=${owner}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // The same sorting and case rules on every machine, whatever locales it has.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]);
  await rm(passwordFile, { force: true });
  if (made.status !== 0) throw new Error(`The database could not be created: ${made.output}`);
  // The rename is the last step, so an interrupted creation starts over instead of being taken for a database.
  await rename(unfinished, folder);
}

/** The port of the server that runs on this cluster, or `undefined`. Clears what a killed server left behind. */
async function findRunning(cluster: Cluster): Promise<number | undefined> {
  const pidFile = join(cluster.folder, 'postmaster.pid');
  const text = await readFile(pidFile, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!(await isOurServer(pid, cluster.folder))) {
    // After a reboot the number may belong to another program, and PostgreSQL would then refuse to start.
    await rm(pidFile, { force: true });
    return undefined;
  }
  await untilAnswering(cluster, port);
  return port;
}

async function isOurServer(pid: number, folder: string): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0').includes(folder);
}

async function start(cluster: Cluster, port: number, settings: Readonly<Record<string, string>>): Promise<void> {
  const log = join(cluster.home, 'server.log');
  await (await open(log, 'a', 0o600)).close();
  if (cluster.user !== undefined) await chown(log, cluster.user.uid, cluster.user.gid);
  const flags = Object.entries({ port: String(port), ...settings }).map(([name, value]) => `-c ${name}='${value}'`);
  const started = await runAs(cluster.user, cluster.binaries.pgCtl, [
    'start',
    `--pgdata=${cluster.folder}`,
    `--log=${log}`,
    '--wait',
    `--timeout=${startTimeoutSeconds}`,
    `--options=${flags.join(' ')}`,
  ]);
  if (started.status !== 0) {
    const end = (await readFile(log, 'utf8')).split('\n').slice(-15).join('\n');
    throw new Error(`The database did not start: ${started.output}\n${end}`);
  }
}

async function control({ user, binaries, folder }: Cluster, mode: 'fast' | 'immediate'): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const args = ['stop', `--pgdata=${folder}`, `--mode=${mode}`, '--wait', '--timeout=60'];
  const stopped = await runAs(user, binaries.pgCtl, args);
  if (stopped.status !== 0 && existsSync(pidFile)) throw new Error(`The database did not stop: ${stopped.output}`);
}

async function untilAnswering({ password, home }: Cluster, port: number): Promise<void> {
  let last: unknown;
  for (let waitedMs = 0; waitedMs < startTimeoutSeconds * 1000; waitedMs += 100) {
    const client = new pg.Client({ connectionString: ownerUrl(password, port), connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      last = error;
    } finally {
      await client.end().catch(() => undefined);
    }
    await wait(100);
  }
  throw new Error(`The database in ${home} runs but does not answer`, { cause: last });
}
