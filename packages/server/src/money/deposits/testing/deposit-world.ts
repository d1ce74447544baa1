import { newId, type PersonId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance, getBalances } from '@tern/ledger/balances';
import type { HouseAccountCode } from '@tern/ledger/chart';
import type { AssetId } from '@tern/money/asset';
import { units, zero } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { listBreaches } from '@tern/testkit/list-breaches';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createFirstWallet, fillAddressPool, type Wallet } from '../../../people/wallets/public.ts';
import { fundPromotion, type ActivationDeps } from '../../promotions/public.ts';
import { type ReadBlocksDeps, readBlocks } from '../read-blocks.ts';
import { watchHead, type WatchHeadDeps } from '../watch-head.ts';
import { depositRules, hotAddress, rewardContract, stranger } from './deposit-rules.ts';
import { addressOf, scriptedChain, tokenCall, type ScriptedChain } from './scripted-chain.ts';

export type DepositWorld = {
  readonly database: TestDatabase;
  readonly chain: ScriptedChain;
  /** As the worker has them; a test may change a copy. */
  readonly deps: ReadBlocksDeps & WatchHeadDeps;
  /** Of somebody who lives in the country given, or has not said where. */
  readonly newWallet: (country?: string | null) => Promise<Wallet>;
  /** Reads solidified blocks until there are none left; returns how many. */
  readonly catchUp: (deps?: ReadBlocksDeps) => Promise<number>;
  readonly watch: () => Promise<number>;
  /** Mines until everything mined so far is irreversible. */
  readonly solidify: () => void;
  readonly balanceOf: (wallet: Wallet, assetId: AssetId) => Promise<bigint>;
  readonly houseBalance: (code: HouseAccountCode, assetId: AssetId) => Promise<bigint>;
  /** Sends reward tokens to the hot wallet on chain, books them and sets `amount` aside for bonuses. */
  readonly fundBonuses: (amount: bigint) => Promise<void>;
  readonly expectSoundBooks: () => Promise<void>;
};

/** A database with an address pool, a scripted chain, and everything the deposit steps need. */
export async function openDepositWorld(
  options: { readonly activation?: Partial<ActivationDeps> } = {},
): Promise<DepositWorld> {
  const database = await createTestDatabase();
  const chain = scriptedChain();
  const deps = depositRules(database.asWorker, [chain.openNode()], options.activation);
  await fillPool(database);
  const catchUp = async (using: ReadBlocksDeps = deps): Promise<number> => {
    for (let total = 0; ;) {
      const booked = await readBlocks(using, { limit: 50 });
      if (booked === 0) return total;
      total += booked;
    }
  };
  const world: DepositWorld = {
    database,
    chain,
    deps,
    newWallet: (country = 'DE') =>
      transact(database.asApi, async (tx) => {
        const personId = newId<PersonId>();
        if (country !== null)
          // Long enough ago that it stands.
          await sql`
            INSERT INTO declared_countries (person_id, country, declared_at)
            VALUES (${personId}, ${country}, now() - interval '2 hours')`.execute(tx);
        return await createFirstWallet(tx, personId);
      }),
    catchUp,
    watch: () => watchHead(deps, { limit: 50 }),
    solidify: () => {
      const target = chain.headNumber();
      while (chain.solidNumber() < target) chain.mine();
    },
    balanceOf: async (wallet, assetId) =>
      (await getBalances(database.asApi.kysely, { walletId: wallet.id })).get(assetId)?.posted ?? zero,
    houseBalance: (code, assetId) =>
      transact(
        database.asWorker,
        async (tx) => (await getAccountBalance(tx, await houseAccount(tx, code, assetId))).posted,
      ),
    fundBonuses: async (amount) => {
      chain.mine(
        tokenCall({ caller: stranger, logs: [{ contract: rewardContract, from: stranger, to: hotAddress, amount }] }),
      );
      chain.mineEmpty(19);
      await catchUp();
      await fundPromotion(database.asConsole, {
        amount: units(amount),
        operator: 'test',
        key: String(chain.headNumber()),
      });
    },
    expectSoundBooks: async () => expect(await listBreaches(database.db, { invented: [] })).toEqual([]),
  };
  return world;
}

async function fillPool(database: TestDatabase): Promise<void> {
  await fillAddressPool(
    {
      db: database.asWorker,
      keepFree: 300,
      listAddresses: async ({ from, count }) =>
        Array.from({ length: count }, (_, offset) => ({
          index: from + offset,
          address: addressOf(`deposit address ${from + offset}`),
          mac: 'made by a test',
        })),
    },
    { limit: 300 },
  );
}
