import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from '@tern/testkit/system/start-system';
import { sql } from 'kysely';

/** What a piece of work has used. */
export type Usage = {
  readonly seconds: number;
  /** Processor seconds of all processes of the database server, of the api, and of worker and signer together. */
  readonly cpu: { readonly server: number; readonly api: number; readonly worker: number };
  /** Bytes of the log: all of them, and those of page images, which grow with the number of checkpoints. */
  readonly wal: { readonly bytes: number; readonly images: number };
  /** Bytes by which each table with its indexes grew. */
  readonly tables: Readonly<Record<string, number>>;
};

export type Meter = { readonly measure: (work: () => Promise<unknown>) => Promise<Usage> };

type Look = Pick<Usage, 'cpu' | 'tables'> & { readonly lsn: string; readonly atMs: number };

/** Reads processor time from the kernel, the log from pg_walinspect, and sizes from the catalogue. */
export async function openMeter(system: System): Promise<Meter> {
  await sql`CREATE EXTENSION IF NOT EXISTS pg_walinspect`.execute(system.db.kysely);
  const postmaster = await readPostmaster(system);
  const look = async (): Promise<Look> => ({
    cpu: { server: cpuOfServer(postmaster), ...cpuOfProcesses(system) },
    tables: await readSizes(system),
    lsn: await readLsn(system),
    atMs: performance.now(),
  });
  return {
    measure: async (work) => {
      const before = await look();
      await work();
      const after = await look();
      return {
        seconds: (after.atMs - before.atMs) / 1_000,
        cpu: {
          server: after.cpu.server - before.cpu.server,
          api: after.cpu.api - before.cpu.api,
          worker: after.cpu.worker - before.cpu.worker,
        },
        wal: await readLog(system, before.lsn, after.lsn),
        tables: Object.fromEntries(
          Object.entries(after.tables)
            .map(([name, bytes]) => [name, bytes - (before.tables[name] ?? 0)] as const)
            .filter(([, bytes]) => bytes !== 0),
        ),
      };
    },
  };
}

async function readPostmaster({ db }: System): Promise<number> {
  const { rows } = await sql<{ folder: string }>`SELECT current_setting('data_directory') AS folder`.execute(db.kysely);
  return Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Clock ticks of a second, as Linux tells them to everybody. */
const ticks = 100;

/** Of a process itself, and with its children that have ended. */
function readCpu(pid: number): { readonly parent: number; readonly own: number; readonly ended: number } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const words = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0] = words.slice(1);
    const [user = 0, kernel = 0, endedUser = 0, endedKernel = 0] = words.slice(11);
    return { parent, own: (user + kernel) / ticks, ended: (endedUser + endedKernel) / ticks };
  } catch {
    return { parent: 0, own: 0, ended: 0 };
  }
}

function cpuOfServer(postmaster: number): number {
  const first = readCpu(postmaster);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readCpu(Number(name)))
    .filter(({ parent }) => parent === postmaster);
  return first.own + first.ended + children.reduce((sum, { own }) => sum + own, 0);
}

function cpuOfProcesses({ dataDir }: System): Pick<Usage['cpu'], 'api' | 'worker'> {
  const { processes } = JSON.parse(readFileSync(join(dataDir, 'launcher.json'), 'utf8')) as {
    readonly processes: readonly { readonly pid: number }[];
  };
  const sums = { api: 0, worker: 0 };
  for (const { pid } of processes) {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    const { own, ended } = readCpu(pid);
    if (/\/api(\.mjs|\/src\/start\.ts)/.test(command)) sums.api += own + ended;
    else if (/\/(worker|signer)(\.mjs|\/src\/start\.ts)/.test(command)) sums.worker += own + ended;
  }
  return sums;
}

async function readSizes({ db }: System): Promise<Usage['tables']> {
  const { rows } = await sql<{ name: string; bytes: string }>`
    SELECT oid::regclass::text AS name, pg_total_relation_size(oid) AS bytes
      FROM pg_class WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'ledger')`.execute(
    db.kysely,
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function readLsn({ db }: System): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`SELECT pg_current_wal_insert_lsn()::text AS lsn`.execute(db.kysely);
  return rows[0]?.lsn ?? '0/0';
}

async function readLog({ db }: System, from: string, to: string): Promise<Usage['wal']> {
  await sql`SELECT pg_switch_wal()`.execute(db.kysely);
  const { rows } = await sql<{ bytes: string; images: string }>`
    SELECT ${to}::pg_lsn - ${from}::pg_lsn AS bytes, coalesce(sum(fpi_size), 0)::bigint AS images
      FROM pg_get_wal_stats(${from}::pg_lsn, ${to}::pg_lsn)`.execute(db.kysely);
  return { bytes: Number(rows[0]?.bytes ?? 0), images: Number(rows[0]?.images ?? 0) };
}
