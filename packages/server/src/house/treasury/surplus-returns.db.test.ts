import type { TreasuryOrderId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { postJournal } from '@tern/ledger/post-journal';
import { units } from '@tern/money/units';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endReturn } from '../../money/deposits/public.ts';
import { stranger } from '../../money/deposits/testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from '../../money/deposits/testing/deposit-world.ts';
import { txIdOf } from '../../money/deposits/testing/scripted-chain.ts';
import { openSurplusWorld } from '../../money/deposits/testing/surplus-world.ts';
import { closeOrder } from './close-order.ts';
import { lockOrder } from './order-store.ts';

let world: DepositWorld;
beforeAll(async () => {
  world = await openDepositWorld();
});
afterAll(() => world.database.drop());

test('the end of a return waits for whoever holds its surplus, and holds no account meanwhile', async () => {
  const { db, asWorker } = world.database;
  const at = await openSurplusWorld(world, (await world.newWallet()).address);
  await at.arrive(6_000_000, 'hidden');
  for (let looks = 0; looks < 2; looks += 1) await at.compare();
  expect(await at.decide(stranger)).toBe('done');
  const { rows } = await sql<{ id: TreasuryOrderId }>`
    UPDATE treasury_orders SET state = 'signed', tx_id = ${txIdOf({ name: 'paid back' })}, raw_hex = '00', signature_hex = '00'
     WHERE kind = 'return' RETURNING id`.execute(db.kysely);
  const id = rows[0]?.id as TreasuryOrderId;
  const end = { state: 'done', result: 'SUCCESS', feeSun: units(0n), blockNumber: 9 } as const;
  const burnt = { txId: txIdOf({ name: 'paid back' }), feeSun: units(0n) };
  // Without `transact`, which would do it again after a deadlock.
  const close = () =>
    asWorker.kysely.transaction().execute(async (tx) => {
      await closeOrder(tx, { endReturn }, { order: await lockOrder(tx, id), end, burnt });
    });
  const { closed } = await asWorker.kysely.transaction().execute(async (tx) => {
    await sql`SELECT FROM deposit_surpluses WHERE address = ${at.address} FOR UPDATE`.execute(tx);
    const waiting = close();
    await untilLocksAwaited(db, 1);
    // As the reader does, whose deposit was part of it.
    const [debit, credit] = [
      await houseAccount(tx, 'custody:deposit', 'trx'),
      await houseAccount(tx, 'suspense', 'trx'),
    ];
    const leg = { debit, credit, asset: 'trx', amount: units(1n), code: 'unidentified' } as const;
    await postJournal(tx, { key: 'test:other', kind: 'deposit-unidentified', legs: [leg] });
    return { closed: waiting };
  });
  await closed;
  const balance = () => world.houseBalance('suspense', 'trx');
  expect(await balance()).toBe(1n);
  const { rows: ended } = await transact(db, (tx) =>
    sql<{ state: string }>`SELECT state FROM deposit_surpluses WHERE order_id = ${id}`.execute(tx),
  );
  expect(ended).toEqual([{ state: 'returned' }]);
});
