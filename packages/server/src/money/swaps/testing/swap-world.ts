import { randomUUID } from 'node:crypto';
import type { QuoteId } from '@tern/base/ids';
import type { QuoteView, SwapView } from '@tern/contracts/routes/swaps';
import { transact } from '@tern/db/transact';
import { houseAccount } from '@tern/ledger/account';
import { getAccountBalance, getBalances } from '@tern/ledger/balances';
import type { HouseAccountCode } from '@tern/ledger/chart';
import { bookHouseMoney } from '@tern/ledger/test-house-money';
import type { AssetId } from '@tern/money/asset';
import { ratioFromDecimal } from '@tern/money/ratio';
import { units } from '@tern/money/units';
import type { TestDatabase } from '@tern/testkit/database';
import { sql } from 'kysely';
import { refreshPrices, type PriceSource } from '../../../chain/prices/public.ts';
import { listClosedAmong, mayReceiveIncentives } from '../../incentives/public.ts';
import {
  createSendingWorld,
  willingFactors,
  type SendingWorld,
  type TestPerson,
} from '../../transfers/testing/sending-world.ts';
import { createQuote, type CreateQuoteInput } from '../create-quote.ts';
import type { SwapDeps } from '../deps.ts';
import { executeSwap } from '../execute-swap.ts';
import { fundLiquidity } from '../fund-liquidity.ts';
import { openSwapLanes } from '../swap-lanes.ts';

export type Swapper = TestPerson;

/** For tests: a house with inventory, prices that say what they are told, and people with money. */
export type SwapWorld = TestDatabase & {
  readonly deps: SwapDeps;
  /** The same people can send. */
  readonly sending: SendingWorld;
  /** What a source says from now on, in USDT for one whole coin. */
  readonly say: (source: PriceSource['name'], prices: Partial<Record<'trx' | 'reward', string>>) => Promise<void>;
  /** Every source says what it said first, so that no price is stale however slow the machine is. */
  readonly sayPrices: () => Promise<void>;
  readonly person: (funds?: Partial<Record<AssetId, bigint>>, country?: string) => Promise<Swapper>;
  readonly quote: (from: Swapper, input: Omit<CreateQuoteInput, 'personId' | 'walletId'>) => Promise<QuoteView>;
  readonly swap: (from: Swapper, quote: Pick<QuoteView, 'id'>, key?: string) => Promise<SwapView>;
  readonly available: (from: Swapper, assetId: AssetId) => Promise<bigint>;
  readonly house: (code: HouseAccountCode, assetId: AssetId) => Promise<bigint>;
  /** Throws where the books do not add up. */
  readonly checkBooks: () => Promise<void>;
};

export const whole = { usdt: 10n ** 6n, trx: 10n ** 6n, reward: 10n ** 18n } as const;

export async function createSwapWorld(overrides: Partial<SwapDeps> = {}): Promise<SwapWorld> {
  const sending = await createSendingWorld();
  const database: TestDatabase = sending;
  const rules = (sourcesMin: number) => ({ sourcesMin, deviationMaxBasisPoints: 100n, ageMaxMs: 60_000 });
  const deps: SwapDeps = {
    db: database.asApi,
    assets: { usdt: { decimals: 6 }, trx: { decimals: 6 }, reward: { decimals: 18 } },
    pairs: [
      ['reward', 'usdt'],
      ['reward', 'trx'],
      ['trx', 'usdt'],
    ],
    terms: sending.deps.terms,
    priceRules: { usdt: rules(1), trx: rules(2), reward: rules(1) },
    quoteLifetimeMs: 15_000,
    factors: { authorizeSwap: () => Promise.resolve(), lockPeople: willingFactors.lockPeople },
    mayReceiveIncentives: (db, personId) => mayReceiveIncentives(db, ['GB'], personId),
    listClosedAmong: (db, personIds) => listClosedAmong(db, ['GB'], personIds),
    limitQuotes: () => Promise.resolve(),
    ...overrides,
  };
  const lanes = openSwapLanes(deps);
  const world: SwapWorld = {
    ...database,
    deps,
    sending,
    say: (name, prices) => refresh(database, name, prices),
    sayPrices: async () => {
      await world.say('operator', { trx: '0.3', reward: '0.1' });
      await world.say('chain', { trx: '0.3' });
    },
    person: async (funds = {}, country) => {
      const person = await sending.person(funds);
      if (country !== undefined) {
        await sql`INSERT INTO declared_countries (person_id, country) VALUES (${person.personId}, ${country})`.execute(
          database.db.kysely,
        );
      }
      return person;
    },
    quote: ({ personId, walletId }, input) => createQuote(deps, { personId, walletId, ...input }),
    swap: (session, { id }, key = randomUUID()) =>
      executeSwap(deps, { session, quoteId: id as QuoteId, idempotencyKey: key, tradePassword: '271828' }, lanes),
    available: async ({ walletId }, assetId) =>
      (await getBalances(database.db.kysely, { walletId })).get(assetId)?.available ?? 0n,
    house: (code, assetId) =>
      transact(
        database.asWorker,
        async (tx) => (await getAccountBalance(tx, await houseAccount(tx, code, assetId))).posted,
      ),
    checkBooks: sending.checkBooks,
  };
  for (const [assetId, unit] of Object.entries(whole) as [AssetId, bigint][]) {
    await bookHouseMoney(database.asWorker, assetId, 1_000_000n * unit);
    await fundLiquidity(database.asConsole, {
      assetId,
      amount: units(100_000n * unit),
      operator: 'test',
      key: assetId,
    });
  }
  await world.sayPrices();
  return world;
}

async function refresh(
  { asWorker }: TestDatabase,
  name: PriceSource['name'],
  prices: Partial<Record<'trx' | 'reward', string>>,
): Promise<void> {
  const decimals = { trx: 6, reward: 18 };
  const said = Object.entries(prices) as ['trx' | 'reward', string][];
  const quotes = said.map(([assetId, price]) => ({
    assetId,
    price: ratioFromDecimal(price),
    decimals: decimals[assetId],
  }));
  const usdt = { assetId: 'usdt', price: ratioFromDecimal('1'), decimals: 6 } as const;
  await refreshPrices({
    db: asWorker,
    source: { name, readQuotes: () => Promise.resolve(name === 'operator' ? [usdt, ...quotes] : quotes) },
  });
}
