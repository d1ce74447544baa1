import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyDatabase } from '../../../packages/server/src/money/payouts/testing/copy-database.ts';
import {
  createRestoredWorld,
  type RestoredWorld,
} from '../../../packages/server/src/money/payouts/testing/restored-world.ts';
import { bookLost } from './book-lost.ts';
import { findLost } from './find-lost.ts';

// Goal: every paid withdrawal that a database lacks is named and booked again, and one that cannot be keeps none back. Method: the
// real command between a database in which payments were made and one that holds what it held before them.
let r: RestoredWorld;
beforeAll(async () => {
  r = await createRestoredWorld();
});
afterAll(() => r.close());

function run(url: string, ...args: readonly string[]) {
  const file = fileURLToPath(new URL('../find-lost.ts', import.meta.url));
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, address.href, ...args], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: r.restored.url, PGPASSWORD: password },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const sinceText = (): string => r.since.toISOString();

test('a moment without a zone is refused, because it would be that of whoever reads it', () => {
  const refused = { status: 2, stderr: expect.stringContaining('--since is a moment with its time zone') };
  expect(run(r.world.url, '--since', sinceText().slice(0, -1))).toMatchObject(refused);
});

test('a copy that was brought no further than the moment, or follows the same history, is refused', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const copy = await createTestDatabase();
  try {
    expect(run(r.world.url, '--since', later)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('has nothing later than'),
    });
    await copyDatabase(r.restored.url, copy.url);
    const before = new Date(r.since.getTime() - 3_600_000).toISOString();
    const refused = { status: 2, stderr: expect.stringContaining('nothing later than this database') };
    expect(run(copy.url, '--since', before)).toMatchObject(refused);
    expect(run(copy.url, '--since', before, '--book')).toMatchObject(refused);
    // What a copy along the old history has and this one lacks, though nothing that people were told.
    await sql`UPDATE withdrawals SET changed_at = clock_timestamp()`.execute(copy.db.kysely);
    expect(run(copy.url, '--since', sinceText())).toMatchObject({ status: 0, stdout: 'Nothing is lost.\n' });
  } finally {
    await copy.drop();
  }
});

test('what is paid and not known, not signed or only drafted here is found, and nothing else of it', async () => {
  const { payouts, world, restored, since } = r;
  // Asked for long before the moment, and paid after it.
  await sql`UPDATE withdrawals SET created_at = created_at - interval '3 days' WHERE id = ${payouts.reviewed.id}`.execute(
    world.db.kysely,
  );
  const lost = await findLost({ restored: restored.db, aside: world.db, since });
  const found = lost.filter(({ kind }) => kind === 'payout').map(({ id, here, state }) => [id, here, state]);
  const expected = [
    ...payouts.unknown.map(({ id }) => [id, null, 'completed']),
    [payouts.uncovered.id, null, 'completed'],
    [payouts.approved.id, 'approved', 'completed'],
    [payouts.reviewed.id, 'under-review', 'completed'],
    [payouts.drafted.id, null, 'completed'],
  ];
  expect(found.toSorted()).toEqual(expected.toSorted());
});

test('M36 one that fails keeps none back, each says what became of it, and the end says that one failed', async () => {
  const { payouts, restored } = r;
  const { approved, drafted, reviewed, uncovered, unknown } = payouts;
  // Somebody returned it here before it was booked again.
  await sql`UPDATE withdrawals SET state = 'failed' WHERE id = ${approved.id}`.execute(restored.db.kysely);
  const { status, stdout } = run(r.world.url, '--since', sinceText(), '--book');
  const said = (id: string): string => stdout.split('\n').find((line) => line.includes(id)) ?? '';
  expect(status).toBe(1);
  expect(said(approved.id)).toContain('NOT BOOKED: it is failed in this database and completed in the copy');
  for (const { id } of [...unknown, drafted])
    expect(said(id)).toContain('BOOKED AGAIN: the worker follows its payment');
  expect(said(reviewed.id)).toContain('BOOKED AGAIN: operators have to approve it once more');
  expect(said(uncovered.id)).toContain('NOT BOOKED: the account has too little');
  await sql`UPDATE withdrawals SET state = 'approved' WHERE id = ${approved.id}`.execute(restored.db.kysely);
});

test('M36 said again it books what failed before, and nothing twice', async () => {
  const { payouts, restored, world, since } = r;
  const { approved, reviewed, uncovered, unknown } = payouts;
  const before = await findLost({ restored: restored.db, aside: world.db, since });
  // One account still has too little: that is not booked either.
  expect(run(world.url, '--since', sinceText(), '--book')).toMatchObject({ status: 1 });
  expect(await bookLost({ restored: restored.db, aside: world.db, lost: before })).toEqual(
    new Map([
      [approved.id, 'known'],
      [reviewed.id, 'needs-operators'],
      [uncovered.id, 'not-covered'],
    ]),
  );
  await r.work(3);
  const { rows } = await sql`
    SELECT state FROM withdrawals WHERE id = ANY(${[...unknown, approved].map(({ id }) => id)}::uuid[])`.execute(
    restored.db.kysely,
  );
  expect(rows).toEqual([{ state: 'completed' }, { state: 'completed' }, { state: 'completed' }]);
  expect(await world.onChain(r.to, 'usdt')).toBe(6_068_000_000n);
});
