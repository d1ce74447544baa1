import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { units } from '@tern/money/units';
import { processEnv } from '@tern/testkit/process-env';
import type { TronAddress } from '@tern/tron/address';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundPromotion } from '../promotions/public.ts';
import { readBlocks } from './read-blocks.ts';
import { crashChain } from './testing/crash-chain.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';

/** Two blocks and eight kills each; 25 at most, for the house's reward tokens. */
const rounds = Number(process.env['DEPOSIT_CRASH_ROUNDS'] ?? 1);

let world: DepositWorld;
beforeAll(async () => {
  world = await openDepositWorld();
});
afterAll(() => world.database.drop());

/** Runs a reader process; returns the signal that ended it, or its exit code. */
async function runReader(addresses: readonly TronAddress[], crashAt: string): Promise<string | number> {
  const script = fileURLToPath(new URL('./testing/read-and-die.ts', import.meta.url));
  const child = spawn(process.execPath, [script, world.database.workerUrl, ...addresses], {
    env: processEnv({ TERN_CRASH_AT: crashAt }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? -1;
}

test('d0 to d4: a reader killed at any point loses nothing and credits, activates and rewards once after its restart', async () => {
  const wallets = await Promise.all(Array.from({ length: 2 * rounds }, () => world.newWallet()));
  const addresses = wallets.map(({ address }) => address);
  const node = crashChain(addresses).openNode();
  // The house's reward tokens first, so that the bonus can be paid when the top-ups are read.
  await readBlocks({ ...world.deps, nodes: [node] }, { limit: 2 });
  await fundPromotion(world.database.asConsole, { amount: units(1_000n * 10n ** 18n), operator: 'test', key: 'once' });

  for (let round = 0; round < rounds; round += 1)
    for (const point of ['d0', 'd1', 'd2', 'd4', 'd3', 'd4', 'd2', 'd3'])
      expect(await runReader(addresses, point)).toBe('SIGKILL');
  expect(await runReader(addresses, '')).toBe(0);
  expect(await runReader(addresses, '')).toBe(0);

  for (const wallet of wallets) {
    expect(await world.balanceOf(wallet, 'usdt')).toBe(12_000_000n);
    expect(await world.balanceOf(wallet, 'trx')).toBe(40_000_000n);
    expect(await world.balanceOf(wallet, 'reward')).toBe(20n * 10n ** 18n);
  }
  const { rows } = await world.database.db.pool.query(
    `SELECT (SELECT count(*)::int FROM records) AS records, (SELECT count(*)::int FROM deposits) AS deposits,
            (SELECT count(*)::int FROM activations) AS activations, (SELECT count(*)::int FROM bonus_grants) AS grants`,
  );
  expect(rows).toEqual([
    { records: 6 * rounds, deposits: 4 * rounds + 1, activations: 2 * rounds, grants: 2 * rounds },
  ]);
  await world.expectSoundBooks();
});
