import { manualClock } from '@tern/base/clock';
import { carryOutChange } from '@tern/testkit/carry-out-change';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAsset } from '../../chain/assets/public.ts';
import { getOverview } from '../../people/wallets/public.ts';
import { createSwapWorld, whole, type SwapWorld } from '../swaps/testing/swap-world.ts';
import { openWalletValues } from './open-wallet-values.ts';

// Goal: what everybody's wallet is valued by is read once a second, and nothing that is older is shown. Method: a market of real
// prices and inventory, and a clock that the test moves.
let world: SwapWorld;
beforeAll(async () => {
  world = await createSwapWorld();
});
afterAll(() => world.drop());

test('a new price and a closing are shown within a second, and for everybody at once; balances are always of now', async () => {
  const clock = manualClock(new Date());
  const deps = { db: world.asApi, readValues: openWalletValues({ db: world.asApi, clock, swaps: world.deps }) };
  const ana = await world.person({ trx: 10n * whole.trx, reward: 100n * whole.reward });
  const ben = await world.person({ trx: 5n * whole.trx });
  const trxOf = async (person: typeof ana) => {
    const { balances } = await getOverview(deps, person);
    return balances.find(({ assetId }) => assetId === 'trx');
  };
  await world.sayPrices();
  expect(await trxOf(ana)).toMatchObject({ value: '3000000' });
  const { balances } = await getOverview(deps, ana);
  // A hundred tokens of 0.1, less what a swap takes.
  expect(Number(balances.find(({ assetId }) => assetId === 'reward')?.value)).toBeGreaterThan(9_000_000);

  for (const source of ['operator', 'chain'] as const) await world.say(source, { trx: '0.4' });
  await carryOutChange(world, { kind: 'asset', assetId: 'trx', open: false }, (tx) => closeAsset(tx, 'trx'));
  clock.advance(999);
  expect(await trxOf(ana)).toMatchObject({ value: '3000000' });
  await world.sending.fund(ben, 'trx', 5n * whole.trx);
  expect(await trxOf(ben)).toMatchObject({ posted: '10000000', value: '3000000' });
  clock.advance(1);
  for (const person of [ana, ben])
    expect(await trxOf(person)).toMatchObject({ value: '4000000', closing: { closed: false } });
});
