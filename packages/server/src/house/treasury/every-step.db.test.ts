import type { OperatorId, TreasuryOrderId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideColdOrder } from './decide-cold-order.ts';
import { endOrder, findOrder, insertOrder, type OrderEnd } from './order-store.ts';
import { broadcastOrders, followOrders, resumeOrder, signOrders } from './public.ts';
import { openTreasuryWorld, type TreasuryWorld } from './testing/treasury-world.ts';
import { transitions, type OrderState } from './treasury-order.ts';

// Goal: no step is skipped or repeated, whoever asks for what in whichever state. Method: all pairs of state and action, and
// all pairs of states, each from an order to cold storage of its own: the kind that has all of them.
let world: TreasuryWorld;
let operators: readonly OperatorId[];
beforeAll(async () => {
  world = await openTreasuryWorld('every step');
  operators = [
    await addOperator(world.database.db, { name: 'ada' }),
    await addOperator(world.database.db, { name: 'ben' }),
  ];
});
afterAll(() => world.close());

const owner = () => world.database.db.kysely;
const decide = async (orderId: TreasuryOrderId, decision: 'approve' | 'reject'): Promise<void> => {
  for (const operatorId of operators)
    await decideColdOrder(world.database.asConsole, { orderId, operatorId, decision });
};
const actions: Readonly<Record<string, (id: TreasuryOrderId) => Promise<unknown>>> = {
  approve: (id) => decide(id, 'approve'),
  reject: (id) => decide(id, 'reject'),
  resume: (orderId) => resumeOrder(world.database.asConsole, { orderId, operatorId: operators[0] as OperatorId }),
  sign: () => signOrders(world.treasury, { limit: 10 }),
  broadcast: () => broadcastOrders(world.treasury, { limit: 10 }),
  follow: () => followOrders(world.treasury, { limit: 10 }),
};

/** Every pair that changes the state, and to which. */
const edges: Readonly<Record<string, OrderState>> = {
  'proposed approve': 'ready',
  'proposed reject': 'rejected',
  'ready sign': 'signed',
};

const states = Object.keys(transitions) as OrderState[];
const stateOf = async (id: TreasuryOrderId) => (await findOrder(owner(), id))?.state;

/** The only open order, taken to a state by what leads there; to an end by the database's owner. */
async function orderIn(state: OrderState): Promise<TreasuryOrderId> {
  // Out of the way of this one: of its kind one is open at a time.
  await sql`UPDATE treasury_orders SET adopted = true, due_at = 'infinity', broadcast_due_at = 'infinity'
             WHERE state = 'signed'`.execute(owner());
  await sql`UPDATE treasury_orders SET state = 'dropped', ended_at = now() WHERE state IN ('proposed', 'ready')`.execute(
    owner(),
  );
  const content = { kind: 'cold', assetId: 'usdt', amount: units(1_000_000n) } as const;
  const id = await insertOrder(world.treasury.db.kysely, { content, costMaxSun: units(30_000_000n) });
  if (id === undefined) throw new Error('none of its kind is open');
  const put = (query: ReturnType<typeof sql>) => query.execute(owner());
  if (state === 'rejected' || state === 'dropped')
    await put(sql`UPDATE treasury_orders SET state = ${state}, ended_at = now() WHERE id = ${id}`);
  if (state === 'proposed' || state === 'rejected' || state === 'dropped') return id;
  await decide(id, 'approve');
  if (state === 'ready') return id;
  await signOrders(world.treasury, { limit: 10 });
  if (state === 'expired')
    await put(sql`UPDATE treasury_orders SET state = 'expired', death_proof = '{}', ended_at = now() WHERE id = ${id}`);
  if (state === 'done' || state === 'failed')
    await put(sql`
      UPDATE treasury_orders SET state = ${state}, result = 'SUCCESS', fee_sun = 0, ended_at = now() WHERE id = ${id}`);
  return id;
}

describe.each(states)('M07 an order that is %s', (state) => {
  const names = Object.keys(actions);
  const steps = names.filter((name) => edges[`${state} ${name}`] !== undefined);

  test.each(steps)('and %s: the listed step happens', async (name) => {
    const id = await orderIn(state);
    await actions[name]?.(id);
    expect(await stateOf(id)).toBe(edges[`${state} ${name}`]);
  });

  test('and anything else: nothing happens', async () => {
    const id = await orderIn(state);
    for (const name of names.filter((each) => !steps.includes(each))) {
      await Promise.allSettled([actions[name]?.(id)]);
      expect([name, await stateOf(id)]).toEqual([name, state]);
    }
    const { rows } = await sql`SELECT FROM ledger.journals WHERE details ->> 'orderId' = ${id}`.execute(owner());
    expect(rows).toEqual([]);
  });
});

test('M07 of all pairs of states an order is ended by the listed steps only, and never twice', async () => {
  const settled = { result: 'SUCCESS', feeSun: units(0n), blockNumber: 7 } as const;
  const proof = { cause: 'expired', txId: 'ab'.repeat(32), scans: [] } as const;
  const ends: readonly OrderEnd[] = [
    { state: 'done', ...settled },
    { state: 'failed', ...settled },
    { state: 'expired', proof },
    { state: 'dropped' },
    { state: 'rejected' },
  ];
  for (const from of states) {
    for (const end of ends) {
      const id = await orderIn(from);
      const order = await findOrder(owner(), id);
      if (order === undefined) throw new Error('no order');
      const ending = transact(world.treasury.db, (tx) => endOrder(tx, order, end));
      if (transitions[from].includes(end.state)) await ending;
      else await expect(ending).rejects.toThrow(`no step from ${from} to ${end.state}`);
      expect(await stateOf(id)).toBe(transitions[from].includes(end.state) ? end.state : from);
    }
  }
});
