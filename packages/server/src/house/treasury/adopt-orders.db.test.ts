import { newId, type TreasuryOrderId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { units } from '@tern/money/units';
import { addOperator } from '@tern/testkit/operators';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isReturnName } from '../../money/deposits/public.ts';
import { noteSignedBefore } from '../../money/transfers/public.ts';
import { planSweeps } from '../sweeps/public.ts';
import { testSweepSettings } from '../sweeps/testing/sweep-settings.ts';
import { decideColdOrder } from './decide-cold-order.ts';
import { storeTakenBack, storeWhereTakenBack } from './delegation-store.ts';
import { findOrder } from './order-store.ts';
import { adoptOrders, broadcastOrders, insertOrder, keepFeeAccount, signOrders } from './public.ts';
import { openTreasuryWorld, type TreasuryWorld } from './testing/treasury-world.ts';

// Goal: a database that was restored without the newest orders of the treasury takes them in again from the signer: nothing
// is done twice and every unit is booked. Method: real signer and chain; rows are taken away as a restore takes them.
let world: TreasuryWorld;
const fee = { stakeSun: units(0n), freeMinSun: units(2_000_000_000n) };

beforeAll(async () => {
  world = await openTreasuryWorld('adoption');
  const { db } = world.database;
  for (const name of ['ada', 'ben']) await addOperator(db, { name });
});
afterAll(() => world.close());

const adopt = () =>
  adoptOrders({ ...world.treasury, signer: world.signer.client, isReturn: isReturnName, noteSignedBefore });
const plan = () =>
  planSweeps({ ...world.treasury, settings: testSweepSettings, findUrgent: async () => new Set() }, { limit: 10 });

async function signedTransactions(): Promise<readonly string[]> {
  const { rows } = await sql<{ tx_id: string }>`
    SELECT tx_id FROM treasury_orders WHERE state = 'signed' ORDER BY tx_id`.execute(world.database.db.kysely);
  return rows.map((row) => row.tx_id);
}

/** The database as it was before these were signed and, but for proposals, before they were ordered. */
async function forgetSigned(): Promise<void> {
  await world.database.db.kysely.transaction().execute(async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`DELETE FROM treasury_reviews`.execute(tx);
    await sql`
      UPDATE treasury_orders SET state = 'proposed', signing_order = NULL, raw_hex = NULL, signature_hex = NULL, tx_id = NULL
       WHERE state = 'signed' AND kind = 'cold'`.execute(tx);
    await sql`DELETE FROM treasury_orders WHERE state = 'signed'`.execute(tx);
  });
}

/** Signs what is ready, hands it out and makes it final; nobody here has looked yet. */
async function signAndInclude(): Promise<void> {
  await world.makeDue();
  await signOrders(world.treasury, { limit: 10 });
  await world.makeDue();
  await broadcastOrders(world.treasury, { limit: 10 });
  await world.chain.admin.mine(21);
}

test('M36 orders that a restored database had lost are taken in from the signer, booked once, and none is signed again', async () => {
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'trx', 150_000_000n);
  await world.settle();
  expect(await keepFeeAccount(world.treasury, fee)).toBe(1);
  expect(await plan()).toBe(1);
  const cold = { kind: 'cold', assetId: 'usdt', amount: units(7_000_000n) } as const;
  const orderId = await insertOrder(world.database.asWorker.kysely, { content: cold, costMaxSun: units(30_000_000n) });
  if (orderId === undefined) throw new Error('a proposal was made');
  const { rows: operators } = await sql<{ id: never }>`SELECT id FROM operators`.execute(world.database.db.kysely);
  for (const { id } of operators) {
    await decideColdOrder(world.database.asConsole, { orderId, operatorId: id, decision: 'approve' });
  }
  await signAndInclude();
  const signed = await signedTransactions();
  expect(signed).toHaveLength(3);
  expect(await adopt()).toBe(3);
  expect(world.reports.filter(({ event }) => event === 'order-adopted')).toEqual([]);

  await forgetSigned();
  await sql`DELETE FROM signer_recalls`.execute(world.database.db.kysely);
  const hot = await world.house('custody:hot', 'usdt');
  expect(await adopt()).toBe(3);
  expect(await adopt()).toBe(0);
  expect(await signedTransactions()).toEqual(signed);
  expect(world.reports.filter(({ event }) => event === 'order-adopted')).toHaveLength(3);
  // Nothing is planned for what is under way, and nothing asked of the signer.
  expect([await keepFeeAccount(world.treasury, fee), await plan()]).toEqual([0, 0]);
  expect(await signOrders(world.treasury, { limit: 10 })).toBe(0);
  await world.settle();
  expect((await world.ordersOf()).toSorted()).toEqual([
    'cold usdt 7000000 done',
    'fund trx 4000000000 done',
    'sweep trx 150000000 done',
  ]);
  expect(hot - (await world.house('custody:hot', 'usdt'))).toBe(7_000_000n);
  expect(await world.house('custody:in-transit', 'usdt')).toBe(7_000_000n);
  await world.checkCustody();
  expect((await world.signer.client.getHealth()).memory.sequence).toBe(3);
});

test('M36 what was lost with its signature unused is proven dead and decided anew', async () => {
  const wallet = await world.newWallet();
  await world.deposit(wallet, 'trx', 160_000_000n);
  await world.settle();
  expect(await plan()).toBe(1);
  await world.makeDue();
  expect(await signOrders(world.treasury, { limit: 10 })).toBe(1);
  await forgetSigned();
  expect(await adopt()).toBe(1);
  await world.chain.admin.advanceTime(10 * 60_000);
  await world.settle();
  expect(await world.ordersOf(wallet.address)).toEqual(['sweep trx 160000000 expired']);
  await sql`UPDATE treasury_orders SET ended_at = ended_at - interval '1 hour' WHERE state = 'expired'`.execute(
    world.database.db.kysely,
  );
  await world.makeDue();
  expect(await plan()).toBe(1);
  await world.work();
  expect(await world.ordersOf(wallet.address)).toEqual(['sweep trx 160000000 expired', 'sweep trx 160000000 done']);
  await world.checkCustody();
});

test('a delegation that ended is known to have ended, whichever of the two is found first', async () => {
  const { address } = await world.newWallet();
  const db = world.database.asWorker;
  const insertDone = async (kind: 'delegate' | 'undelegate', minutesAgo: number): Promise<TreasuryOrderId> => {
    const id = newId<TreasuryOrderId>();
    await sql`
      INSERT INTO treasury_orders (id, kind, asset_id, amount, address, address_index, state, adopted, raw_hex,
        signature_hex, tx_id, result, fee_sun, ended_at, created_at)
      VALUES (${id}, ${kind}, 'trx', 5, ${address}, 1, 'done', true, '00', '00', ${id.replaceAll('-', '').padEnd(64, '0')},
        'SUCCESS', 0, now(), now() - ${minutesAgo}::int * interval '1 minute')`.execute(db.kysely);
    return id;
  };
  const takenBack = async (): Promise<readonly string[]> => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM treasury_orders WHERE address = ${address} AND taken_back`.execute(db.kysely);
    return rows.map((row) => row.id);
  };
  const back = await insertDone('undelegate', 1);
  const [older, newer] = [await insertDone('delegate', 2), await insertDone('delegate', 0)];
  await transact(db, async (tx) => {
    await storeWhereTakenBack(tx, older);
    await storeWhereTakenBack(tx, newer);
  });
  expect(await takenBack()).toEqual([older]);
  const found = await findOrder(db.kysely, back);
  await transact(db, (tx) => storeTakenBack(tx, { address, index: 1 }, found?.createdAt ?? new Date(0)));
  expect(await takenBack()).toEqual([older]);
});
