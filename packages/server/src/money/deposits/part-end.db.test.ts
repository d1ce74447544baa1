import { transact } from '@tern/db/transact';
import { approachNextPart, countByPart } from '@tern/ledger/test-parts';
import type { TronAddress } from '@tern/tron/address';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Wallet } from '../../people/wallets/public.ts';
import { bookBlocks } from './book-blocks.ts';
import { readAgreedBlock } from './read-agreed-block.ts';
import { readBlocks } from './read-blocks.ts';
import { million, stranger, topUp, usdtContract } from './testing/deposit-rules.ts';
import { openDepositWorld, type DepositWorld } from './testing/deposit-world.ts';
import { tokenCall } from './testing/scripted-chain.ts';
import { watchHead } from './watch-head.ts';

// Goal: a deposit (its transaction, kind and index) is booked once, wherever a part of the ledger's entries ends. Method: several
// read the same blocks at once while the numbers of transfers pass such an end; then the blocks are booked again beyond it.
let world: DepositWorld;
beforeAll(async () => {
  world = await openDepositWorld();
});
afterAll(async () => {
  await world.expectSoundBooks();
  await world.database.drop();
});

const blocks = 40;
const approach = (ids: number): Promise<void> => approachNextPart(world.database.db, world.database.asWorker, ids);

async function expectEachOnce(wallets: readonly Wallet[]): Promise<void> {
  const trx = Array.from({ length: blocks }, (_, block) => BigInt(million + block)).reduce((sum, each) => sum + each);
  for (const wallet of wallets) {
    expect(await world.balanceOf(wallet, 'trx')).toBe(trx);
    expect(await world.balanceOf(wallet, 'usdt')).toBe(BigInt(blocks) * 3_000_000n);
  }
}

/** By somebody who does not have the cursor. */
async function bookAgain(number: number): Promise<void> {
  const block = await readAgreedBlock(world.deps.nodes, number);
  if (block === undefined) throw new Error('no such block');
  const tokens = { proven: new Set<string>(), contradicted: new Set<string>() };
  const known = { blocks: [block], tokens, affirmed: new Set<TronAddress>() };
  await transact(world.database.asWorker, (tx) => bookBlocks(tx, world.deps, known));
}

test('D12 deposits that several book at once over the end of a part, and again in the next, are credited once', async () => {
  const wallets = await Promise.all(Array.from({ length: 4 }, () => world.newWallet()));
  await world.catchUp();
  for (let block = 0; block < blocks; block += 1) {
    const logs = wallets.map(({ address }) => ({
      contract: usdtContract,
      from: stranger,
      to: address,
      amount: 3_000_000n,
    }));
    world.chain.mine(
      ...wallets.map(({ address }) => topUp(address, million + block)),
      tokenCall({ caller: stranger, logs }),
    );
  }
  world.solidify();
  await approach(150);
  const rounds = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 20; round += 1) {
      await readBlocks(world.deps, { limit: 3 });
      await watchHead(world.deps, { limit: 3 });
    }
  });
  await Promise.all(rounds);
  await world.catchUp();
  await expectEachOnce(wallets);
  expect(await countByPart(world.database.db.kysely)).toHaveLength(2);

  await approach(0);
  const last = world.chain.solidNumber();
  await Promise.all([last - 20, last - 25, last - 20, last - 30, last - 25, last - 20].map(bookAgain));
  await expectEachOnce(wallets);
});
