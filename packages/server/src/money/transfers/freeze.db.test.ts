import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayoutWorld, type PayoutWorld } from '../payouts/testing/payout-world.ts';
import { signPayouts } from '../payouts/work-payouts.ts';
import { randomAddress, type TestPerson } from './testing/sending-world.ts';

// Goal: no payment is ordered after a freeze of its person was committed, and no hold is lost by one. Method: a freeze that
// starts at each step of the signing in turn, with the database's own clock as the judge of what came first.
let world: PayoutWorld;
beforeAll(async () => {
  world = await createPayoutWorld();
});
afterAll(() => world.close());

/** Resolves with the moment from which on the person is frozen, in the database's words: a Date cuts it to milliseconds. */
async function freeze({ personId }: TestPerson): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    UPDATE people SET state = 'disabled' WHERE id = ${personId} RETURNING clock_timestamp()::text AS at`.execute(
    world.db.kysely,
  );
  return rows[0]?.at;
}

const thaw = ({ personId }: TestPerson) =>
  sql`UPDATE people SET state = 'active' WHERE id = ${personId}`.execute(world.db.kysely);

/** Signs with something happening at the n-th step: a question to the node, to the database about the person, to the signer. */
async function signWith<Event>(
  at: number,
  happen: () => Promise<Event>,
): Promise<{ readonly steps: number; readonly happened: Event | undefined }> {
  let steps = 0;
  let happening: Promise<Event> | undefined;
  const step = (): void => {
    steps += 1;
    if (steps === at) happening = happen();
  };
  const { node, payouts } = world;
  await signPayouts(
    {
      ...payouts,
      chain: { ...payouts.chain, nodes: [{ ...node, ask: (path, body) => (step(), node.ask(path, body)) }] },
      isPersonActive: (db, personId) => (step(), payouts.isPersonActive(db, personId)),
      signer: { ...payouts.signer, signOrder: (order) => (step(), payouts.signer.signOrder(order)) },
    },
    { limit: 10 },
  );
  return { steps, happened: await happening };
}

test('M38 a freeze at any step of a signature: the order came first, or there is none', async () => {
  let ordered = 0;
  let last = Infinity;
  let at = 1;
  for (; at <= last; at += 1) {
    const ana = await world.person({ usdt: 10_000_000n });
    const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
    const held = await world.balance(ana);
    await world.makeDue();
    const { steps, happened: frozenAt } = await signWith(at, () => freeze(ana));
    // A signing may take a question to the node less than the one before it.
    if (frozenAt === undefined) break;
    const { rows } = await sql<{ before: boolean }>`
      SELECT created_at < ${frozenAt}::timestamptz AS before FROM withdrawal_attempts WHERE withdrawal_id = ${id}`.execute(
      world.db.kysely,
    );
    expect(rows.map(({ before }) => before)).toEqual(rows.map(() => true));
    ordered += rows.length;
    if (rows.length > 0) last = steps;
    expect(await world.balance(ana)).toBe(held);
    if (rows.length === 0) {
      // Still frozen: looked at again and again, it is not ordered either.
      await world.tick();
      expect(await world.attemptsOf(id)).toEqual([]);
    }
    await thaw(ana);
  }
  await world.drain();
  // Both ends were met: at the last step, the signature itself, the order is always there already.
  expect(ordered).toBeGreaterThan(0);
  expect(ordered).toBeLessThan(at - 1);
  await world.checkCustody();
});

test('M38 an order from before a freeze is not signed while it lasts', async () => {
  const ana = await world.person({ usdt: 10_000_000n });
  const { id } = await world.send(ana, { to: randomAddress(), amount: '2' });
  const { signer } = world.payouts;
  const away: typeof signer = { ...signer, signOrder: () => Promise.reject(new TypeError('gone')) };
  await expect(world.tick({ signer: away })).rejects.toThrow('gone');
  await freeze(ana);
  await world.tick();
  expect((await world.attemptsOf(id)).map(({ state }) => state)).toEqual(['ordered']);
  await thaw(ana);
  await world.drain();
  expect(await world.stateOf(id)).toBe('completed');
});
