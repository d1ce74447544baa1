import { units } from '@tern/money/units';
import { addressToHex } from '@tern/tron/address';
import type { TronNode } from '@tern/tron/open-node';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signPayouts } from '../../money/payouts/public.ts';
import { createPayoutWorld, type PayoutWorld } from '../../money/payouts/testing/payout-world.ts';
import { randomAddress, type TestPerson } from '../../money/transfers/testing/sending-world.ts';
import { sumTreasuryOutflows } from './hot-money.ts';
import { keepFeeAccount, listOpenOrders } from './public.ts';

// Goal: payments and the house's orders never promise the same money of the hot wallet. Method: one of the two is held
// between its look at the chain and its order, while the other does all of its work. 100,000 TRX are there; a payment wants
// 3,000 and the fee account 98,000.
const fee = { stakeSun: units(0n), freeMinSun: units(49_000_000_000n) };
let world: PayoutWorld;
let ana: TestPerson;

beforeEach(async () => {
  world = await createPayoutWorld();
  ana = await world.person({ trx: 50_000_000_000n });
});
afterEach(() => world.close());

const payouts = () => ({ ...world.payouts, sumTreasuryOutflows });

async function fund(node: TronNode = world.node): Promise<number> {
  const accounts = await world.signer.client.getAccounts();
  return await keepFeeAccount({ db: world.asWorker, nodes: [node], accounts, report: () => undefined }, fee);
}

async function waitingFor(): Promise<readonly (string | null)[]> {
  const { rows } = await sql<{ waiting_for: string | null }>`
    SELECT waiting_for FROM withdrawals WHERE state = 'approved'`.execute(world.db.kysely);
  return rows.map((row) => row.waiting_for);
}

test('M20 a payment planned before the house took the money waits for it', async () => {
  const { id } = await world.send(ana, { to: randomAddress(), assetId: 'trx', amount: '3000' });
  await world.makeDue();
  let looks = 0;
  await signPayouts(
    {
      ...payouts(),
      // The second look comes with the plan made, in the transaction that would store the order.
      isPersonActive: async () => {
        looks += 1;
        if (looks === 2) expect(await fund()).toBe(1);
        return true;
      },
    },
    { limit: 1 },
  );
  expect(looks).toBe(2);
  expect(await world.attemptsOf(id)).toEqual([]);
  expect(await waitingFor()).toEqual(['hot-wallet']);
  expect(await listOpenOrders(world.asWorker.kysely)).toMatchObject([{ content: { kind: 'fund' }, state: 'ready' }]);
});

test('M20 the house takes nothing that a payment was promised after it had looked', async () => {
  const { id } = await world.send(ana, { to: randomAddress(), assetId: 'trx', amount: '3000' });
  await world.makeDue();
  const hot = addressToHex(world.hotAddress);
  let held = 0;
  const slow: TronNode = {
    ...world.node,
    ask: async (path, body) => {
      const answer = await world.node.ask(path, body);
      if (path.endsWith('/getaccount') && JSON.stringify(body).includes(hot)) {
        held += 1;
        expect(await signPayouts(payouts(), { limit: 1 })).toBe(1);
      }
      return answer;
    },
  };
  expect(await fund(slow)).toBe(0);
  expect(held).toBe(1);
  expect(await listOpenOrders(world.asWorker.kysely)).toEqual([]);
  await world.drain();
  expect(await world.stateOf(id)).toBe('completed');
  expect(await fund()).toBe(0);
});
