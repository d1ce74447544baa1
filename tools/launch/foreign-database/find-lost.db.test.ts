import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createSwapWorld,
  whole,
  type SwapWorld,
  type Swapper,
} from '../../../packages/server/src/money/swaps/testing/swap-world.ts';
import { bookLost } from './book-lost.ts';
import { findLost } from './find-lost.ts';

// Goal: what a database that was set back does not know is named, and nothing else. Method: one database with a transfer and
// a swap in the place of the copy, an empty one in the place of the restored.
let aside: SwapWorld;
let restored: TestDatabase;
let [ana, ben]: Swapper[] = [];
beforeAll(async () => {
  aside = await createSwapWorld();
  restored = await createTestDatabase();
  ana = await aside.person({ usdt: 1_000n * whole.usdt }, 'DE');
  ben = await aside.person();
});
afterAll(async () => {
  await aside.drop();
  await restored.drop();
});

test('a transfer, a swap and accounts that only the copy has are named with their person', async () => {
  if (ana === undefined || ben === undefined) throw new Error('two people');
  const draft = await aside.sending.draft(ana, { to: ben.address, amount: '7' });
  await aside.sending.confirm(ana, draft);
  await aside.swap(ana, await aside.quote(ana, { assetOut: 'usdt', assetIn: 'reward', amount: '5' }));
  const since = new Date(0);
  const lost = await findLost({ restored: restored.db, aside: aside.db, since });
  expect(lost.map(({ kind, personId }) => [kind, personId])).toEqual([
    ['person', ana.personId],
    ['person', ben.personId],
    ['transfer', ana.personId],
    ['swap', ana.personId],
  ]);
  expect(lost[2]?.what).toBe(`7000000 usdt and fee 0 to ${ben.address}`);
  expect(await findLost({ restored: aside.db, aside: aside.db, since })).toEqual([]);
});

test('neither a transfer nor a swap is booked again: only what was paid outside', async () => {
  const lost = await findLost({ restored: restored.db, aside: aside.db, since: new Date(0) });
  expect(lost).toHaveLength(4);
  expect(await bookLost({ restored: restored.db, aside: aside.db, lost })).toEqual(new Map());
});

test('what is older than the moment by more than an hour is not looked at', async () => {
  const later = new Date(Date.now() + 2 * 3_600_000);
  expect(await findLost({ restored: restored.db, aside: aside.db, since: later })).toEqual([]);
});

test('a password among the arguments is refused, and taken from the environment', () => {
  const file = fileURLToPath(new URL('../find-lost.ts', import.meta.url));
  const url = new URL(restored.url);
  const password = decodeURIComponent(url.password);
  const run = (address: string) =>
    spawnSync(process.execPath, [file, address, '--since', '2026-11-28T20:15:00Z'], {
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: restored.url, PGPASSWORD: password },
      encoding: 'utf8',
    });
  url.password = 'secret';
  expect(run(url.href)).toMatchObject({ status: 2, stderr: expect.stringContaining('URL has a password') });
  url.password = '';
  // It got in: the copy is looked at, and is this very database.
  expect(run(url.href)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('The copy has nothing later than'),
  });
});
