import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeFailures } from '../../chain/orders/testing/failures.spec.ts';
import { randomAddress, type TestPerson } from '../transfers/testing/sending-bench.ts';
import { createPayoutBench, type PayoutBench } from './testing/payout-bench.ts';
import { openPayoutOrders } from './testing/payout-orders.ts';

describeFailures('payments', openPayoutOrders);

let bench: PayoutBench;
let ana: TestPerson;
beforeAll(async () => {
  bench = await createPayoutBench();
  ana = await bench.person({ usdt: 50_000_000_000n });
});
afterAll(() => bench.close());

test('M26 a payment that fails costs the person nothing, the house its fee, and is made once by the second attempt', async () => {
  const to = randomAddress();
  const { id, draft } = await bench.send(ana, { to, amount: '2' });
  const before = await bench.balance(ana);
  await bench.chain.admin.setFault({ kind: 'hold', times: 1 });
  await bench.tick();
  await bench.asTokenOwner('pause()', []);
  await bench.chain.admin.clearFaults();
  await bench.chain.admin.mine(22);
  await bench.tick();
  const [failed] = await bench.attemptsOf(id);
  expect(failed).toMatchObject({ state: 'failed' });
  expect(await bench.balance(ana)).toBe(before);
  const { rows } = await sql<{ amount: string }>`
    SELECT t.amount FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id
     WHERE j.idempotency_key = ${`withdrawal:${id}:network-cost:1`}`.execute(bench.db.kysely);
  expect(rows).toEqual([{ amount: failed?.fee_sun }]);
  await bench.asTokenOwner('unpause()', []);
  await bench.drain();
  expect((await bench.attemptsOf(id)).map(({ state }) => state)).toEqual(['failed', 'succeeded']);
  expect(await bench.onChain(to, 'usdt')).toBe(2_000_000n);
  const [posted = 0n, held = 0n] = before.split('/').map(BigInt);
  expect(await bench.balance(ana)).toBe(`${posted - BigInt(draft.total)}/${held - BigInt(draft.total)}`);
  await bench.checkCustody();
});
