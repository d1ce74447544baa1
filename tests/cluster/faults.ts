import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { SystemProcess } from '@tern/testkit/system/processes';
import type { Draw } from '../campaigns/draw.ts';
import { frontParts } from './database-cluster.ts';
import { loseSigner } from './lose-signer.ts';
import { cutFromOthers, cutOff, machineNames, reconnect, type MachineName } from './machines.ts';
import { withOwner } from './probes.ts';
import { slowStandbyDown } from './slow-standby.ts';
import { tryToWriteAt } from './split-brain.ts';
import type { Stage } from './stage.ts';
import type { TallyLine } from './tally.ts';

/** Something that goes wrong, and what is done about it. */
export type Fault = {
  readonly name: string;
  /** Longest that people may be without writes. */
  readonly boundMs: number;
  /** Whether requests under way end without an answer: whoever has them is gone. */
  readonly cutsConnections?: true;
  /** Whether the server has connections of two PgBouncers for a while: those of the lost one and those of its follower. */
  readonly leavesConnections?: true;
  /** Does it; resolves, once the wallet has to work again without any help, with what repairs the machine. */
  readonly strike: (stage: Stage, draw: Draw, note: Note) => Promise<() => Promise<readonly string[] | void>>;
};

/** Takes down figures of one fault alone. */
export type Note = (figures: Pick<TallyLine, 'payouts'>) => void;

const none = { lost: 45_000, killed: 10_000, switchover: 3_000 };

const kill = (pid: number): void => void process.kill(pid, 'SIGKILL');

/** The first process of the server, without a word; Patroni beside it lives. */
const killLeaderProcess: Fault = {
  name: 'leader-killed',
  boundMs: none.killed,
  strike: async ({ cluster }) => {
    kill(await cluster.serverPid(await cluster.leader()));
    return async () => undefined;
  },
};

/** All of the leader's machine at once: server, Patroni and etcd. */
const loseLeader: Fault = {
  name: 'leader-lost',
  boundMs: none.lost,
  strike: async ({ cluster }) => {
    const leader = await cluster.leader();
    const pid = await cluster.serverPid(leader);
    await Promise.all([cluster.kill(`patroni-${leader}`), cluster.kill(`etcd-${leader}`)]);
    kill(pid);
    return async () => {
      cluster.start(`etcd-${leader}`);
      cluster.start(`patroni-${leader}`);
    };
  },
};

/** The cable of the leader's machine is pulled: it lives, and nobody reaches it. */
const cutLeaderOff: Fault = {
  name: 'leader-cut-off',
  boundMs: none.lost,
  strike: async ({ cluster, folder }) => {
    const leader = await cluster.leader();
    cutOff(leader);
    // Clients on the machine itself still reach it.
    const trying = tryToWriteAt({ cluster, folder, machine: leader, from: 'inside' });
    return async () => {
      reconnect(leader);
      return await trying.findSplit();
    };
  },
};

/** The leader reaches neither etcd nor the other two; clients reach all three: the way to two leaders. */
const cutLeaderFromEtcd: Fault = {
  name: 'leader-cut-from-etcd',
  boundMs: none.lost,
  strike: async ({ cluster, folder }) => {
    const leader = await cluster.leader();
    cutFromOthers(leader);
    const trying = tryToWriteAt({ cluster, folder, machine: leader, from: 'outside' });
    return async () => {
      reconnect(leader);
      return await trying.findSplit();
    };
  },
};

/** Patroni alone dies: its server goes on as a leader that nobody leads. */
const killPatroni: Fault = {
  name: 'patroni-killed',
  boundMs: none.lost,
  strike: async ({ cluster, folder }) => {
    const leader = await cluster.leader();
    await cluster.kill(`patroni-${leader}`);
    const trying = tryToWriteAt({ cluster, folder, machine: leader, from: 'outside' });
    return async () => {
      const split = await trying.findSplit();
      cluster.start(`patroni-${leader}`);
      return split;
    };
  },
};

/** The machine that every confirmed transaction waits for. */
const killStandby: Fault = {
  name: 'standby-killed',
  boundMs: none.killed,
  strike: async ({ cluster }) => {
    const standby = await cluster.synchronous();
    const pid = await cluster.serverPid(standby);
    await cluster.kill(`patroni-${standby}`);
    kill(pid);
    return async () => cluster.start(`patroni-${standby}`);
  },
};

const killEtcd: Fault = {
  name: 'etcd-killed',
  boundMs: none.killed,
  strike: async ({ cluster }, draw) => {
    const member: MachineName = draw.pick(machineNames);
    await cluster.kill(`etcd-${member}`);
    return async () => cluster.start(`etcd-${member}`);
  },
};

function killProcess(name: string, among: readonly SystemProcess[]): Fault {
  return {
    name,
    boundMs: none.switchover,
    ...(among.includes('api') ? { cutsConnections: true as const } : {}),
    strike: async ({ system }, draw) => {
      const victim = draw.pick(among);
      await system.processes.kill(victim);
      return async () => void (await system.processes.start(victim));
    },
  };
}

/** A new one takes its place at once, as systemd would. */
function restart(part: 'haproxy' | 'pgbouncer'): Fault {
  return {
    name: `${part}-restarted`,
    boundMs: none.switchover,
    strike: async ({ cluster }, draw) => {
      const own = `${part}-${await cluster.front()}` as const;
      await (draw.oneIn(2) ? cluster.kill(own) : cluster.stop(own));
      cluster.start(own);
      return async () => undefined;
    },
  };
}

/** The machine that everybody comes through is gone, with the balancer, HAProxy and PgBouncer: nothing of it says a word more. */
const loseFront: Fault = {
  name: 'proxy-lost',
  boundMs: none.killed,
  cutsConnections: true,
  leavesConnections: true,
  strike: async ({ cluster }) => {
    const front = await cluster.front();
    cutOff(front);
    await Promise.all(frontParts.map((part) => cluster.kill(`${part}-${front}`)));
    return async () => {
      reconnect(front);
      for (const part of frontParts) cluster.start(`${part}-${front}`);
    };
  },
};

/**
 * The shared address goes to the other machine, and everything on the first one goes on: what connections through it had begun
 * stays with a PgBouncer that nobody reaches any more.
 */
const moveAddress: Fault = {
  name: 'address-moved',
  boundMs: none.killed,
  cutsConnections: true,
  leavesConnections: true,
  strike: async ({ cluster }) => {
    const front = await cluster.front();
    await cluster.stop(`keepalived-${front}`);
    return async () => cluster.start(`keepalived-${front}`);
  },
};

const machineProcesses = ['api', 'worker', 'signer'] as const;

/** The processes of one machine of the wallet at once; the others go on, and payouts wait for the signer. */
const killMachine: Fault = {
  name: 'wallet-machine-killed',
  boundMs: none.switchover,
  cutsConnections: true,
  strike: async ({ system }) => {
    await Promise.all(machineProcesses.map((name) => system.processes.kill(name)));
    return async () => {
      await Promise.all(machineProcesses.map((name) => system.processes.start(name)));
    };
  },
};

/** All that the first machine of `deploy/compose.yaml` has where the database is a cluster: the front, these processes, the leader. */
const loseMachine: Fault = {
  name: 'machine-lost',
  boundMs: none.lost,
  cutsConnections: true,
  leavesConnections: true,
  strike: async (stage, draw, note) => {
    const repairs = await Promise.all(
      [loseFront, killMachine, loseLeader].map(({ strike }) => strike(stage, draw, note)),
    );
    return async () => {
      for (const repair of repairs) await repair();
    };
  },
};

/** The signer is gone in the midst of payouts, and its standby takes its place. */
const loseFirstSigner: Fault = {
  name: 'signer-lost',
  boundMs: none.switchover,
  strike: (stage, _draw, note) => loseSigner(stage, note),
};

const megabyte = 1_048_576;

/**
 * Not a byte is left on the disk with the leader's files, its log and its etcd. The server goes on and refuses what needs room,
 * and Patroni leaves it in its place: an operator hands over to a standby, as the alarm says, and makes room later.
 */
const fillDisk: Fault = {
  name: 'leader-disk-full',
  boundMs: none.lost,
  strike: async ({ cluster }) => {
    const [leader, candidate] = [await cluster.leader(), await cluster.synchronous()];
    const ballast = join(cluster.diskOf(leader), 'ballast');
    await fill(ballast);
    await wait(operatorReactsMs);
    // A server that has stopped for want of room has handed over already.
    if ((await cluster.leader().catch(() => undefined)) === leader)
      await cluster.patronictl('switchover', 'tern', '--leader', leader, '--candidate', candidate, '--force');
    return async () => {
      await rm(ballast);
      cluster.revive();
    };
  },
};

const operatorReactsMs = 10_000;

async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  for (const size of [megabyte, 4_096, 1])
    for (;;) {
      const written = await file.write(Buffer.alloc(size, 1)).catch(() => undefined);
      if (written === undefined || written.bytesWritten < size) break;
    }
  await file.close();
}

/**
 * What an operator does before work on the leader's machine: Patroni is ended there, ends its server, and gives up the leader's
 * place. `patronictl switchover` takes two seconds longer: while its order stands, the third machine waits before it follows.
 */
const switchOver: Fault = {
  name: 'switchover',
  boundMs: none.switchover,
  strike: async ({ cluster }) => {
    const leader = await cluster.leader();
    // The one at the end of the server is short then.
    await withOwner(cluster, (client) => client.query('CHECKPOINT'));
    await cluster.stop(`patroni-${leader}`);
    return async () => cluster.start(`patroni-${leader}`);
  },
};

/** The same machine as in `standby-killed` is there, and slow. */
const slowStandby: Fault = { name: 'standby-slow', boundMs: none.killed, strike: slowStandbyDown };

/** In the order of what they cost most; later ones are added at the end, because the place is part of what is drawn. */
export const faults: readonly Fault[] = [
  killLeaderProcess,
  switchOver,
  loseLeader,
  cutLeaderOff,
  cutLeaderFromEtcd,
  killPatroni,
  fillDisk,
  killStandby,
  killEtcd,
  killProcess('api-killed', ['api', 'api-2', 'api-3']),
  killProcess('worker-killed', ['worker', 'worker-2']),
  killProcess('signer-killed', ['signer']),
  restart('haproxy'),
  restart('pgbouncer'),
  slowStandby,
  loseFront,
  killMachine,
  loseFirstSigner,
  loseMachine,
  moveAddress,
];
