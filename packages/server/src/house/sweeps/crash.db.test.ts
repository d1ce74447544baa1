import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { units } from '@tern/money/units';
import { processEnv } from '@tern/testkit/process-env';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepFeeAccount } from '../treasury/public.ts';
import { openTreasuryWorld, type TreasuryWorld } from '../treasury/testing/treasury-world.ts';
import { planSweeps } from './plan-sweeps.ts';
import type { CrashJob } from './testing/sweep-and-die.ts';
import { testSweepSettings } from './testing/sweep-settings.ts';

let world: TreasuryWorld;
beforeAll(async () => {
  world = await openTreasuryWorld('sweep crashes');
  const fee = { stakeSun: units(0n), freeMinSun: units(2_000_000_000n) };
  expect(await keepFeeAccount(world.treasury, fee)).toBe(1);
  await world.work();
});
afterAll(() => world.close());

/** Runs one round in a process that may be killed at a named point; returns the signal that ended it, or its exit code. */
async function run(crashAt = ''): Promise<string | number> {
  const { usdt, reward } = world.treasury.contracts;
  const { socketPath, secret } = world.signer;
  const job: CrashJob = {
    databaseUrl: world.database.workerUrl,
    nodeUrl: world.chain.url,
    contracts: { usdt, reward },
    signer: { socketPath, secret: Buffer.from(secret).toString('base64url') },
  };
  const script = fileURLToPath(new URL('./testing/sweep-and-die.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(job)], {
    env: processEnv({ TERN_CRASH_AT: crashAt }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? -1;
}

/** The work goes on in a process nobody kills, until nothing is left to do. */
async function finish(): Promise<void> {
  const deps = { ...world.treasury, settings: testSweepSettings, findUrgent: async () => new Set<never>() };
  await world.settle();
  do await world.work();
  while ((await planSweeps(deps, { limit: 10 })) > 0);
}

/** How often each kind of order about an address was carried out. */
async function countDone(address: string): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ kind: string; done: number }>`
    SELECT kind, count(*)::int AS done FROM treasury_orders WHERE address = ${address} AND state = 'done' GROUP BY kind`.execute(
    world.database.db.kysely,
  );
  return Object.fromEntries(rows.map((row) => [row.kind, row.done]));
}

test.each(['t0', 'd5', 'd6', 'd7', 't4', 't5', 't1', 't2'])(
  'a worker killed at %s has swept once in the end, and every cost is booked once',
  async (point) => {
    const wallet = await world.newWallet();
    await world.deposit(wallet, 'usdt', 120_000_000n);
    await world.settle();
    const hot = await world.house('custody:hot', 'usdt');
    let killed = false;
    for (let round = 0; round < 6 && !killed; round += 1) {
      await world.makeDue();
      killed = (await run(point)) === 'SIGKILL';
      // Seen in a block is what comes before it is irreversible.
      if (!killed) await world.chain.admin.mine(point === 't5' ? 1 : 21);
    }
    expect(killed).toBe(true);
    await world.chain.admin.mine(21);
    await finish();
    expect(await world.house('custody:hot', 'usdt')).toBe(hot + 120_000_000n);
    expect(await countDone(wallet.address)).toEqual({ 'top-up': 1, sweep: 1 });
    expect(await world.onChain(wallet.address, 'usdt')).toBe(0n);
    await world.checkCustody();
  },
);

test('t3 a worker killed with the proof of death in hand signs a second transaction only after it', async () => {
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'trx', 150_000_000n);
  await world.settle();
  await world.makeDue();
  // Signed and stored, handed to nobody, and then too old.
  expect(await run('d6')).toBe('SIGKILL');
  await world.chain.admin.advanceTime(10 * 60_000);
  await world.chain.admin.mine(21);
  await world.makeDue();
  expect(await run('t3')).toBe('SIGKILL');
  expect(await world.ordersOf(wallet.address)).toEqual(['sweep trx 150000000 signed']);
  await world.makeDue();
  expect(await run()).toBe(0);
  expect(await world.ordersOf(wallet.address)).toEqual(['sweep trx 150000000 expired']);
  await sql`UPDATE treasury_orders SET ended_at = ended_at - interval '1 hour' WHERE state = 'expired'`.execute(
    world.database.db.kysely,
  );
  await finish();
  expect(await world.ordersOf(wallet.address)).toEqual(['sweep trx 150000000 expired', 'sweep trx 150000000 done']);
  await world.checkCustody();
});
