import { randomUUID } from 'node:crypto';
import type { DistributionId, PersonId, QuoteId, RecordId, SwapId, WalletId } from '@tern/base/ids';
import { newId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import { ratio } from '@tern/money/ratio';
import { units } from '@tern/money/units';
import { createTestDatabase, type TestDatabase } from '@tern/testkit/database';
import { untilLocksAwaited } from '@tern/testkit/until-locks-awaited';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { forgetQuotes } from './forget-quotes.ts';
import {
  hasOwedReward,
  hasOwedSwapSince,
  insertQuote,
  insertSwaps,
  lockQuotes,
  markSwapsRewarded,
  useQuotes,
  type QuoteKey,
} from './swap-store.ts';

// Goal: a quote is used once, by whoever has it locked, and a reward is owed until it is paid. Method: quotes and swaps of people
// who do not exist, which a superuser stores.
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => sql`TRUNCATE swaps, swap_quotes`.execute(database.db.kysely));
afterAll(() => database.drop());

const worker = () => database.asWorker.kysely;
type Owner = { readonly personId: PersonId; readonly walletId: WalletId };
const newOwner = (): Owner => ({ personId: newId<PersonId>(), walletId: newId<WalletId>() });

/** Stores a quote that ends so many seconds from now. */
async function storeQuote(seconds: number): Promise<QuoteKey & { readonly expiresAt: Date }> {
  const [id, owner] = [newId<QuoteId>(), newOwner()];
  const expiresAt = await transact(database.db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    return await insertQuote(
      tx,
      {
        ...{ id, ...owner, assetOut: 'usdt', assetIn: 'reward', amountOut: units(100n), amountIn: units(900n) },
        ...{ fee: units(3n), mid: ratio(10n, 1n), spreadPpm: 2_500n, impactPpm: 0n, termsVersion: null },
        ...{ swapperShare: units(1n), swapperReward: units(9n), poolShare: units(1n), poolReward: units(9n) },
      },
      { lifetimeMs: seconds * 1000 },
    );
  });
  return { quoteId: id, personId: owner.personId, expiresAt };
}

const useQuote = ({ quoteId }: QuoteKey): Promise<void> =>
  transact(database.asApi, (tx) => useQuotes(tx, [{ id: quoteId, judgedAt: new Date() }]));
const quotesLeft = async (): Promise<ReadonlySet<QuoteId>> =>
  new Set((await database.db.kysely.selectFrom('swap_quotes').select('id').execute()).map(({ id }) => id));

describe('a quote', () => {
  test('lasts as long as it is meant to, by the database’s clock', async () => {
    const earliest = Date.now();
    const { expiresAt } = await storeQuote(15);
    expect(expiresAt.getTime()).toBeGreaterThanOrEqual(earliest + 15_000 - 1);
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 15_000);
  });

  test('that is locked keeps the next one waiting', async () => {
    const quote = await storeQuote(60);
    const first = await database.asApi.kysely.startTransaction().execute();
    await lockQuotes(first, [quote]);
    const second = transact(database.asApi, async (tx) => {
      await sql`SET LOCAL lock_timeout = '100ms'`.execute(tx);
      return await lockQuotes(tx, [quote]);
    });
    await expect(second).rejects.toMatchObject({ code: '55P03' });
    await first.rollback().execute();
  });

  test('is told with whether it was used or has ended, to its own person alone', async () => {
    const [open, over, used] = [await storeQuote(60), await storeQuote(-1), await storeQuote(60)];
    await useQuote(used);
    const stranger = { quoteId: open.quoteId, personId: over.personId };
    const found = await transact(database.asApi, (tx) => lockQuotes(tx, [used, stranger, over, open]));
    expect(found.map((quote) => quote && [quote.used, quote.expired])).toEqual([
      [true, false],
      undefined,
      [false, true],
      [false, false],
    ]);
  });

  test('is used once, and alone', async () => {
    const [quote, other] = [await storeQuote(60), await storeQuote(60)];
    await useQuote(quote);
    await expect(useQuote(quote)).rejects.toThrow('a quote was used while its person was locked');
    await useQuote(other);
  });
});

describe('quotes that nobody took', () => {
  const hour = 3_600;
  const forget = (limit: number): Promise<number> => forgetQuotes({ db: database.asWorker }, { limit });

  test('are forgotten a day after they ended, so many at a time; those that were taken never', async () => {
    const used = [await storeQuote(-25 * hour), await storeQuote(-25 * hour)];
    for (const quote of used) await useQuote(quote);
    const [first, second] = [await storeQuote(-25 * hour), await storeQuote(-25 * hour)];
    const kept = [...used, await storeQuote(-23 * hour), await storeQuote(60)];
    expect(await forget(1)).toBe(1);
    expect([...(await quotesLeft())].filter((id) => id === first.quoteId || id === second.quoteId)).toHaveLength(1);
    expect(await forget(10)).toBe(1);
    expect(await quotesLeft()).toEqual(new Set(kept.map(({ quoteId }) => quoteId)));
  });

  test('stay where somebody takes one at that moment', async () => {
    const quote = await storeQuote(-25 * hour);
    const taking = await database.asApi.kysely.startTransaction().execute();
    await useQuotes(taking, [{ id: quote.quoteId, judgedAt: new Date() }]);
    const forgotten = forget(10);
    await untilLocksAwaited(database.db, 1);
    await taking.commit().execute();
    expect(await forgotten).toBe(0);
    expect(await quotesLeft()).toEqual(new Set([quote.quoteId]));
  });
});

describe('a reward of a swap', () => {
  const noon = new Date('2026-03-01T12:00:00.000Z');
  const [justBefore, justAfter] = [new Date(noon.getTime() - 1), new Date(noon.getTime() + 1)];
  let journals = 0;

  /** Stores a swap made at that moment that so many reward tokens are owed for. */
  async function storeSwap(owner: Owner, reward: bigint, createdAt: Date): Promise<SwapId> {
    const id = newId<SwapId>();
    journals += 1;
    await transact(database.db, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await insertSwaps(tx, [
        {
          ...{ id, quoteId: newId<QuoteId>(), ...owner, assetOut: 'usdt', assetIn: 'reward', reward: units(reward) },
          ...{ amountOut: units(100n), amountIn: units(900n), fee: units(3n), availableAfter: units(0n) },
          ...{ journalId: String(journals), recordId: newId<RecordId>() },
        },
      ]);
      await sql`UPDATE swaps SET created_at = ${createdAt} WHERE id = ${id}`.execute(tx);
    });
    return id;
  }
  const pay = (distributionId: string, walletIds: readonly WalletId[], before: Date): Promise<void> =>
    transact(database.asWorker, (tx) =>
      markSwapsRewarded(tx, { distributionId: distributionId as DistributionId, walletIds, before }),
    );

  test('is promised since a moment where a swap with one was made then or later', async () => {
    const [ana, ben, cleo] = [newOwner(), newOwner(), newOwner()];
    await storeSwap(ana, 9n, noon);
    await storeSwap(ben, 0n, noon);
    const promised = ({ personId }: Owner, since: Date): Promise<boolean> =>
      hasOwedSwapSince(worker(), personId, since);
    expect([await promised(ana, justBefore), await promised(ana, noon), await promised(ana, justAfter)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([await promised(ben, justBefore), await promised(cleo, justBefore)]).toEqual([false, false]);
  });

  test('is paid by the distribution of its wallet, where it was made before that one’s period ended, and once', async () => {
    const [ana, ben] = [newOwner(), newOwner()];
    const swaps = {
      paid: await storeSwap(ana, 9n, justBefore),
      late: await storeSwap(ana, 9n, noon),
      nothing: await storeSwap(ana, 0n, justBefore),
      others: await storeSwap(ben, 9n, justBefore),
    };
    const [first, second] = [randomUUID(), randomUUID()];
    await pay(first, [ana.walletId], noon);
    await pay(second, [ana.walletId], justAfter);
    const { rows } = await sql<{ id: SwapId; by: string | null }>`
      SELECT id, distribution_id AS by FROM swaps`.execute(database.db.kysely);
    const by = new Map(rows.map((row) => [row.id, row.by]));
    expect(Object.values(swaps).map((id) => by.get(id))).toEqual([first, second, null, null]);
  });

  test('is owed until it is paid, and only to who made the swap', async () => {
    const [ana, ben, cleo] = [newOwner(), newOwner(), newOwner()];
    await storeSwap(ana, 9n, justBefore);
    await storeSwap(ben, 0n, justBefore);
    const owed = (): Promise<readonly boolean[]> =>
      Promise.all([ana, ben, cleo].map(({ personId }) => hasOwedReward(worker(), personId)));
    expect(await owed()).toEqual([true, false, false]);
    await pay(randomUUID(), [ana.walletId], noon);
    expect(await owed()).toEqual([false, false, false]);
  });
});
