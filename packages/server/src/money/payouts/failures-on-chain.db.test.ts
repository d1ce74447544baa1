import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeFailures } from '../../chain/orders/testing/failures.spec.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-world.ts';
import { failOnChain } from './testing/fail-on-chain.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';
import { createPayoutWorld, type PayoutWorld } from './testing/payout-world.ts';

describeFailures('payments', openPayoutOrders);

let world: PayoutWorld;
let ana: TestPerson;
beforeAll(async () => {
  world = await createPayoutWorld();
  ana = await world.person({ usdt: 50_000_000_000n });
});
afterAll(() => world.close());

test('M26 a payment that fails costs the person nothing, the house its fee, and is made once by the second attempt', async () => {
  const to = randomAddress();
  const { id, draft } = await world.send(ana, { to, amount: '2' });
  const before = await world.balance(ana);
  await failOnChain(world);
  const [failed] = await world.attemptsOf(id);
  expect(failed).toMatchObject({ state: 'failed' });
  expect(await world.balance(ana)).toBe(before);
  const { rows } = await sql<{ amount: string }>`
    SELECT t.amount FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
     WHERE j.idempotency_key = ${`withdrawal:${id}:network-cost:1`}`.execute(world.db.kysely);
  expect(rows).toEqual([{ amount: failed?.fee_sun }]);
  await world.asTokenOwner('unpause()', []);
  await world.drain();
  expect((await world.attemptsOf(id)).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
  expect(await world.onChain(to, 'usdt')).toBe(2_000_000n);
  const [posted = 0n, held = 0n] = before.split('/').map(BigInt);
  expect(await world.balance(ana)).toBe(`${posted - BigInt(draft.total)}/${held - BigInt(draft.total)}`);
  await world.checkCustody();
});
