import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '@tern/testkit/system/until';
import { withOwner } from '../cluster/probes.ts';
import type { Stage } from '../cluster/stage.ts';
import type { Until } from './backup-way.ts';
import { loseMachines, stopMachines } from './drill-cluster.ts';

/** Something after which only the backup is left. */
export type Disaster = {
  readonly name: 'machines-lost' | 'rows-destroyed' | 'everything-lost';
  /** How long what was confirmed before it may be missing afterwards, in seconds. */
  readonly lostSecondsMax: number;
  /** Strikes while people use the wallet, and stops all processes but the signer; how far the backup is to be brought forward. */
  readonly strike: (stage: Stage) => Promise<{ readonly upTo: Until; readonly atMs: number }>;
  /** What comes back beside the database. */
  readonly restoreSigner?: (stage: Stage) => Promise<void>;
};

/** A file of the log is copied after so many seconds at the latest. */
export const archiveSeconds = 60;
const copySeconds = 15;

const processes = ['api', 'api-2', 'api-3', 'worker', 'worker-2'] as const;

async function stopProcesses({ system }: Stage): Promise<void> {
  await Promise.all(processes.map((name) => system.processes.stop(name)));
}

/** The three machines of the database burn at once. */
const machinesLost: Disaster = {
  name: 'machines-lost',
  lostSecondsMax: archiveSeconds + copySeconds,
  strike: async (stage) => {
    const atMs = performance.now();
    await loseMachines(stage.cluster);
    await stopProcesses(stage);
    return { upTo: 'end', atMs };
  },
};

const noticedAfterMs = 8_000;

/** The triggers refuse this to everybody; their owner can switch them off. All of it is one transaction. */
const destroyRows = `
  ALTER TABLE ledger.entries DISABLE TRIGGER USER;
  DELETE FROM ledger.entries WHERE transfer_id % 2 = 0;
  ALTER TABLE ledger.entries ENABLE TRIGGER USER;
`;

/** Somebody deletes half of the books with the owner's login, and an operator notices a moment later. */
const rowsDestroyed: Disaster = {
  name: 'rows-destroyed',
  lostSecondsMax: noticedAfterMs / 1_000 + copySeconds,
  strike: async (stage) => {
    const moment = await withOwner(stage.cluster, async (client) => {
      const { rows } = await client.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
      return rows[0]?.now ?? '';
    });
    await withOwner(stage.cluster, (client) => client.query(destroyRows));
    await wait(noticedAfterMs);
    const atMs = performance.now();
    await stopProcesses(stage);
    await endLog(stage);
    await stopMachines(stage.cluster);
    return { upTo: { moment }, atMs };
  },
};

/** The machines of the database and that of the signer burn at once. */
const everythingLost: Disaster = {
  name: 'everything-lost',
  lostSecondsMax: archiveSeconds + copySeconds,
  strike: async (stage) => {
    const { system, cluster } = stage;
    const atMs = performance.now();
    await Promise.all([loseMachines(cluster), system.processes.kill('signer')]);
    await stopProcesses(stage);
    // Its folder goes with the machine; the drill looks at what it knew afterwards.
    const [store, lost] = [join(system.dataDir, 'signer'), join(stage.folder, 'lost-signer')];
    rmSync(lost, { recursive: true, force: true });
    cpSync(store, lost, { recursive: true });
    rmSync(store, { recursive: true });
    return { upTo: 'end', atMs };
  },
  restoreSigner: async ({ system, folder }) => {
    const { code, output } = system.signer(['restore', join(folder, 'signer-backup')]);
    if (code !== 0 || !output.includes('quarantine')) throw new Error(`the signer was not restored: ${output}`);
    await system.processes.start('signer');
  },
};

export const disasters: readonly Disaster[] = [rowsDestroyed, machinesLost, everythingLost];

/** Has the file of the log that is being written copied too. */
async function endLog({ cluster }: Stage): Promise<void> {
  const last = await withOwner(cluster, async (client) => {
    const { rows } = await client.query<{ file: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS file');
    return rows[0]?.file ?? '';
  });
  await until('the log is copied to its end', () =>
    withOwner(cluster, async (client) => {
      const { rows } = await client.query<{ done: boolean }>(
        `SELECT coalesce(right(last_archived_wal, 16) >= right($1, 16), false) AS done FROM pg_stat_archiver`,
        [last],
      );
      return rows[0]?.done === true;
    }),
  );
}
