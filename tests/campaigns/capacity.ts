import { availableParallelism, cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { bundleProcesses } from '@tern/testkit/system/bundle-processes';
import { mineUntil } from '@tern/testkit/system/chain-control';
import type { Person } from '@tern/testkit/system/person';
import { startSystem, type System } from '@tern/testkit/system/start-system';
import { sql } from 'kysely';
import { readCount, type Campaign } from './campaign.ts';
import { openMeter, type Usage } from './capacity/meter.ts';
import { renderCapacity, type Measured } from './capacity/render.ts';
import { works, type CapacityWorld, type Work } from './capacity/works.ts';

// Goal: what one of each kind of work costs, so that what machines carry can be computed (docs/capacity.md). Method: the real
// processes and real requests with real factors, one kind after the other; processor time from the kernel, bytes from the
// database. What the processes do while nobody asks anything is measured too and taken off.
const usdt = 1_000_000n;
const settings = {
  WITHDRAWAL_DAILY_MAX: '1000000',
  WITHDRAWAL_HOUSE_DAILY_MAX: '1000000',
  HOT_MIN_USDT: '10000000',
  HOT_MIN_TRX: '10000000',
};
const idleSeconds = 30;

export const capacityCampaign: Campaign = {
  usage: [
    '--count N   so many items of most kinds (default 500)',
    '--people N  who do them, all at the same time (default 8)',
    '--only LIST kinds with commas between',
  ],
  run: async (options, progress) => {
    const count = readCount(options, 'count', 500);
    const peopleCount = readCount(options, 'people', 8);
    const only = options['only']?.split(',');
    const chosen = works.filter(({ name }) => only?.includes(name) ?? true);
    const removeBundles = await bundleProcesses();
    const system = await startSystem({ blocks: 'on-demand', settings });
    try {
      const world = await open(system, peopleCount);
      const meter = await openMeter(system);
      // The first of each kind loads code, plans statements and makes the first page of each table.
      for (const { run, share = 1 } of chosen) await run(world, Math.ceil(20 * Math.min(share, 1)));
      await sql`CHECKPOINT`.execute(system.db.kysely);
      const idle = await meter.measure(() => wait(idleSeconds * 1_000));
      const measured: Measured[] = [];
      for (const work of chosen) {
        measured.push(await measureOne(work, { meter, world, count, idle }));
        progress(`${work.name}: done`);
      }
      progress(renderCapacity(measured, idle));
      const contradictions = await system.findContradictions();
      const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`;
      return {
        figures: { machine, count, people: peopleCount, details: JSON.stringify(measured) },
        violations: contradictions,
      };
    } finally {
      await system.stop();
      await removeBundles();
    }
  },
};

async function open(system: System, count: number): Promise<CapacityWorld> {
  let ready = false;
  const opening = system
    .openOutsideWallet({ trx: 10_000_000n * usdt, usdt: 10_000_000n * usdt })
    .finally(() => (ready = true));
  await mineUntil(system.chain, 'an outside wallet', async () => ready);
  const outside = await opening;
  const people: Person[] = [];
  for (let made = 0; made < count; made += 1) {
    const person = await system.register('email');
    await person.setFactors();
    await outside.pay(person.wallet.address, 'usdt', 100_000n * usdt);
    people.push(person);
  }
  for (const person of people)
    await mineUntil(system.chain, 'the top-up', async () => (await person.available('usdt')) > 0n);
  return { system, people, outside };
}

async function measureOne(
  work: Work,
  {
    meter,
    world,
    count,
    idle,
  }: {
    readonly meter: Awaited<ReturnType<typeof openMeter>>;
    readonly world: CapacityWorld;
    readonly count: number;
    readonly idle: Usage;
  },
): Promise<Measured> {
  const items = Math.ceil(count * (work.share ?? 1));
  const usage = await meter.measure(() => work.run(world, items));
  const idleShare = usage.seconds / idle.seconds;
  const less = (used: number, inIdle: number): number => Math.max(0, used - inIdle * idleShare);
  return {
    name: work.name,
    item: work.item,
    items,
    seconds: usage.seconds,
    cpu: {
      server: less(usage.cpu.server, idle.cpu.server),
      api: less(usage.cpu.api, idle.cpu.api),
      worker: less(usage.cpu.worker, idle.cpu.worker),
    },
    wal: {
      bytes: less(usage.wal.bytes - usage.wal.images, idle.wal.bytes - idle.wal.images),
      images: usage.wal.images,
    },
    tables: usage.tables,
  };
}
