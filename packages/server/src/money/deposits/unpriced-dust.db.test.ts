import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginTerms } from '../../people/terms/public.ts';
import type { Wallet } from '../../people/wallets/public.ts';
import { testTerms } from '../transfers/testing/sending-world.ts';
import { stranger } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { trxTransfer } from './testing/scripted-chain.ts';

// Goal: nobody fills a person's list with dust of a coin that has no price. Method: blocks as a chain tells them, without a price.
let world: DepositWorld;
beforeAll(async () => {
  world = await openDepositWorld();
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

async function arrive({ address: to }: Wallet, amountSun: number, isPriced = false): Promise<void> {
  world.chain.mine(trxTransfer({ from: stranger, to, amountSun }));
  world.solidify();
  await world.catchUp(isPriced ? world.deps : { ...world.deps, findPrice: async () => undefined });
}

test('D10 without a price, what is less than the smallest send of its coin is folded away', async () => {
  const wallet = await world.newWallet();
  const listed = async () => {
    const { rows } = await sql<{ amount: string; folded: boolean }>`
      SELECT amount::text, folded FROM records WHERE wallet_id = ${wallet.id} AND type = 'incoming' ORDER BY block_number`.execute(
      world.database.db.kysely,
    );
    return rows.map(({ amount, folded }) => `${amount}${folded ? ' folded' : ''}`);
  };
  // Before there are fees and limits, nothing says what little is.
  await arrive(wallet, 1);
  await beginTerms(world.database.asApi, testTerms);
  const smallest = Number(testTerms.withdrawalMinTrx);
  await arrive(wallet, smallest - 1);
  await arrive(wallet, smallest);
  // With a price, its worth alone counts.
  await arrive(wallet, smallest - 1, true);
  expect(await listed()).toEqual(['1', `${smallest - 1} folded`, String(smallest), String(smallest - 1)]);
  expect(await world.balanceOf(wallet, 'trx')).toBe(BigInt(3 * smallest - 1));
});
