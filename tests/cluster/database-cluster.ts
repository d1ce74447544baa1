import { randomBytes } from 'node:crypto';
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@tern/testkit/system/until';
import pg from 'pg';
import type { Debian } from './debian.ts';
import { isEtcdWhole } from './etcd.ts';
import {
  addressOf,
  frontNames,
  holdersOfSharedAddress,
  machineNames,
  makeMachines,
  sharedAddress,
  type FrontName,
  type MachineName,
} from './machines.ts';
import { patroniSettings, type BackupSettings } from './patroni-settings.ts';
import { runProgram, startProgram, type Program, type ProgramPlan } from './programs.ts';
import {
  bouncerSql,
  haproxySettings,
  keepalivedSettings,
  pgbouncerSettings,
  pgbouncerUsers,
  ports,
} from './proxy-settings.ts';

/** What each front runs. It has the address last and gives it up last; the balancer is there once the wallet's processes are. */
export const frontParts = ['haproxy', 'pgbouncer', 'balancer', 'keepalived'] as const;
export type FrontPart = (typeof frontParts)[number];
export type ClusterPart = `etcd-${MachineName}` | `patroni-${MachineName}` | `${FrontPart}-${FrontName}`;

/** What Patroni says of a member. */
export type Member = { readonly name: MachineName; readonly role: string; readonly state: string };

export type DatabaseCluster = {
  /** The owner's way to whoever leads, for sessions. */
  readonly ownerUrl: string;
  /** The address without a login, through PgBouncer. */
  readonly pooledUrl: string;
  readonly members: () => Promise<readonly Member[]>;
  /** Who leads, as the members that answer say it. */
  readonly leader: () => Promise<MachineName>;
  /** Who holds every confirmed transaction beside the leader. */
  readonly synchronous: () => Promise<MachineName>;
  /** Which front has the shared address; rejects where none has. */
  readonly front: () => Promise<FrontName>;
  /** Resolves when there are a leader, a synchronous standby and a third, all of them streaming, three in etcd, and one front with the address. */
  readonly whole: () => Promise<void>;
  /** Resolves when whoever leads answers through PgBouncer, as the processes ask. */
  readonly served: () => Promise<void>;
  readonly start: (part: ClusterPart) => void;
  /** Starts a part that the cluster itself does not know, and runs it like the others from then on. */
  readonly add: (part: ClusterPart, plan: PartPlan) => void;
  /** Starts every part that has ended by itself, as systemd would. */
  readonly revive: () => void;
  readonly kill: (part: ClusterPart) => Promise<void>;
  /** As `systemctl stop` does. */
  readonly stop: (part: ClusterPart) => Promise<void>;
  /** The pid of the server's first process. */
  readonly serverPid: (name: MachineName) => Promise<number>;
  /** One machine's disk, as the campaign sees it. */
  readonly diskOf: (name: MachineName) => string;
  readonly patronictl: (...args: readonly string[]) => Promise<string>;
  /** Writes the settings of all members anew; they take them at their next start. */
  readonly configure: (backup: BackupSettings) => void;
  /** One machine itself, whatever it is: its own server, past HAProxy. */
  readonly urlOf: (name: MachineName) => string;
  readonly stopAll: () => Promise<void>;
};

export type PartPlan = Omit<ProgramPlan, 'logFile'>;

const settledWithinMs = 180_000;

export type ClusterOptions = {
  readonly backup?: BackupSettings | undefined;
  /** Of each machine, as `mount` takes it. */
  readonly diskSize?: string | undefined;
  /** Called once the machines are there, before anything runs. */
  readonly prepare?: () => void;
};

/** Three etcd, three PostgreSQL under Patroni, and two fronts with HAProxy and PgBouncer, all in `folder`. */
export async function startDatabaseCluster(
  debian: Debian,
  folder: string,
  { backup, diskSize, prepare }: ClusterOptions = {},
): Promise<DatabaseCluster> {
  makeMachines(debian, folder, diskSize);
  prepare?.();
  const secret = (): string => randomBytes(18).toString('hex');
  const passwords = { superuser: secret(), replication: secret(), bouncer: secret() };
  writeSettings(debian, folder, { passwords, backup });
  const parts = openParts(debian, folder);
  const { start, end } = parts;
  const ownerUrl = `postgres://postgres:${passwords.superuser}@${sharedAddress}:${ports.session}/postgres`;
  const members = askMembers;
  const named = async (isMeant: (member: Member) => boolean): Promise<MachineName> => {
    const found = (await members()).find(isMeant);
    if (found === undefined) throw new Error('nobody is it');
    return found.name;
  };
  const cluster: DatabaseCluster = {
    ownerUrl,
    pooledUrl: `postgres://${sharedAddress}:${ports.pooled}/postgres`,
    members,
    leader: () => named(({ role, state }) => role === 'leader' && state === 'running'),
    synchronous: () => named(({ role }) => role === 'sync_standby'),
    front: async () => {
      const [holder, ...others] = holdersOfSharedAddress();
      if (holder === undefined || others.length > 0) throw new Error('not one front has the address');
      return holder;
    },
    whole: async () => {
      const isThere = async (): Promise<boolean> =>
        holdersOfSharedAddress().length === 1 && isWhole(await members()) && (await isEtcdWhole());
      await until('a whole cluster', isThere, settledWithinMs);
    },
    served: async () => {
      const url = `postgres://tern_bouncer:${passwords.bouncer}@${sharedAddress}:${ports.pooled}/postgres`;
      await until('an answer through PgBouncer', () => answers(url), settledWithinMs);
    },
    start,
    add: parts.add,
    revive: parts.revive,
    kill: (part) => end(part, 'SIGKILL'),
    stop: (part) => end(part, stopSignalOf(part)),
    serverPid: async (name) =>
      Number((await readFile(join(folder, name, 'data/postmaster.pid'), 'utf8')).split('\n')[0]),
    diskOf: (name) => join(folder, name),
    patronictl: (...args) => runProgram(debian, { command: ['patronictl', '-c', join(folder, 'pg1.json'), ...args] }),
    configure: (changed) => writeSettings(debian, folder, { passwords, backup: changed }),
    urlOf: (name) => `postgres://postgres:${passwords.superuser}@${addressOf(name)}:5432/postgres`,
    stopAll: async () => {
      for (const part of frontParts)
        await Promise.all(frontNames.map((name) => end(`${part}-${name}`, stopSignalOf(`${part}-${name}`))));
      await Promise.all(machineNames.map((name) => end(`patroni-${name}`, 'SIGTERM')));
      await Promise.all(machineNames.map((name) => end(`etcd-${name}`, 'SIGTERM')));
    },
  };
  for (const name of machineNames) start(`etcd-${name}`);
  for (const name of machineNames) start(`patroni-${name}`);
  // A front takes the address once both of its programs answer.
  for (const name of frontNames)
    for (const part of ['haproxy', 'pgbouncer', 'keepalived'] as const) start(`${part}-${name}`);
  await cluster.whole();
  await prepareBouncer(ownerUrl, passwords.bouncer);
  return cluster;
}

type Parts = Pick<DatabaseCluster, 'start' | 'add' | 'revive'> & {
  readonly end: (part: ClusterPart, signal: NodeJS.Signals) => Promise<void>;
};

/** The programs of all machines, each started and ended by itself. */
function openParts(debian: Debian, folder: string): Parts {
  const running = new Map<ClusterPart, Program>();
  const plans = new Map(planParts(folder));
  const start = (part: ClusterPart): void => {
    const plan = plans.get(part);
    if (plan === undefined) throw new Error(`there is no part ${part}`);
    running.set(part, startProgram(debian, { ...plan, logFile: join(folder, 'logs', `${part}.log`) }));
  };
  return {
    start,
    add: (part, plan) => {
      plans.set(part, plan);
      start(part);
    },
    revive: () => {
      for (const [part, program] of running) if (!program.isRunning()) start(part);
    },
    end: async (part, signal) => {
      await running.get(part)?.end(signal);
    },
  };
}

/** At the milder signal, PgBouncer waits until its clients have left of their own accord; Debian's unit sends the other. */
function stopSignalOf(part: ClusterPart): NodeJS.Signals {
  return part.startsWith('pgbouncer-') ? 'SIGINT' : 'SIGTERM';
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Settings = Pick<Parameters<typeof patroniSettings>[1], 'passwords' | 'backup'>;

function writeSettings({ postgresBin, root }: Debian, folder: string, { passwords, backup }: Settings): void {
  mkdirSync(join(folder, 'logs'), { recursive: true });
  const { uid, gid } = findPostgresUser(root);
  const write = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    chownSync(join(folder, name), uid, gid);
  };
  for (const name of machineNames)
    write(`${name}.json`, patroniSettings(name, { folder, postgresBin, passwords, backup }));
  write('haproxy.cfg', haproxySettings());
  for (const name of frontNames) write(`keepalived-${name}.conf`, keepalivedSettings(name));
  write('pgbouncer.ini', pgbouncerSettings(folder));
  write('pgbouncer-users', pgbouncerUsers(passwords.bouncer));
}

/** The user and group that the programs run as, in the tree that they run in. */
export function findPostgresUser(root: string): { readonly uid: number; readonly gid: number } {
  const line = readFileSync(join(root, 'etc/passwd'), 'utf8')
    .split('\n')
    .find((each) => each.startsWith('postgres:'));
  const [, , uid, gid] = (line ?? '').split(':').map(Number);
  if (uid === undefined || gid === undefined) throw new Error(`${root} has no user postgres`);
  return { uid, gid };
}

function planParts(folder: string): readonly (readonly [ClusterPart, PartPlan])[] {
  const peers = machineNames.map((name) => `${name}=http://${addressOf(name)}:2380`).join(',');
  const perMachine = machineNames.flatMap((name): [ClusterPart, PartPlan][] => {
    const [client, peer] = [`http://${addressOf(name)}:2379`, `http://${addressOf(name)}:2380`];
    const etcd = [
      ...['--name', name, '--data-dir', join(folder, name, 'etcd')],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', peers, '--initial-cluster-state', 'new', '--log-level', 'warn'],
      // Two processors for everything: the usual 100 and 1000 would hold elections whenever the machine is busy.
      ...['--heartbeat-interval', '250', '--election-timeout', '2500'],
    ];
    return [
      [`etcd-${name}`, { machine: name, command: ['/usr/bin/etcd', ...etcd] }],
      [`patroni-${name}`, { machine: name, command: ['/usr/bin/patroni', join(folder, `${name}.json`)] }],
    ];
  });
  const perFront = frontNames.flatMap((name): [ClusterPart, PartPlan][] => {
    // The fronts share the tree and with it the folder of these files.
    const pids = ['pid', 'vrrp_pid'].map((kind) => `--${kind}=/run/keepalived-${name}-${kind}`);
    const keepalived = [
      '--dont-fork',
      '--log-console',
      '--vrrp',
      '-f',
      join(folder, `keepalived-${name}.conf`),
      ...pids,
    ];
    return [
      [`haproxy-${name}`, { machine: name, command: ['/usr/sbin/haproxy', '-db', '-f', join(folder, 'haproxy.cfg')] }],
      [`pgbouncer-${name}`, { machine: name, command: ['/usr/sbin/pgbouncer', join(folder, 'pgbouncer.ini')] }],
      [`keepalived-${name}`, { machine: name, asRoot: true, command: ['/usr/sbin/keepalived', ...keepalived] }],
    ];
  });
  return [...perMachine, ...perFront];
}

const askWithinMs = 1_500;

/** The first member that answers; those that were cut off have an old view, so one that sees a leader is asked first. */
async function askMembers(): Promise<readonly Member[]> {
  const answers = await Promise.all(
    machineNames.map(async (name) => {
      try {
        const response = await fetch(`http://${addressOf(name)}:8008/cluster`, {
          signal: AbortSignal.timeout(askWithinMs),
        });
        return ((await response.json()) as { readonly members: readonly Member[] }).members;
      } catch {
        return [];
      }
    }),
  );
  return answers.find((members) => members.some(({ role }) => role === 'leader')) ?? answers[0] ?? [];
}

function isWhole(members: readonly Member[]): boolean {
  return (
    members.filter(({ role, state }) => role === 'leader' && state === 'running').length === 1 &&
    members.filter(({ role, state }) => role === 'sync_standby' && state === 'streaming').length === 1 &&
    members.filter(({ state }) => state === 'streaming').length === 2
  );
}

/** As soon as somebody leads and HAProxy has noticed. */
async function prepareBouncer(ownerUrl: string, password: string): Promise<void> {
  await until('a leader behind HAProxy', async () => {
    const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query(bouncerSql(password));
      return true;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}
