import { randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JournalKind } from './chart.ts';
import { checkInvariants } from './check-invariants.ts';
import { ledgerId, type AccountId } from './ids.ts';
import { postPayout, type Payout, type PayoutPart } from './post-payout.ts';
import { post, type TestBooks } from './test-books.ts';
import { createTestPayouts, journalOf, part, payout, refusalOf, type TestPayouts } from './test-payouts.ts';

// A payout that is refused leaves nothing behind, and is refused as the same journal would be that is posted by itself.
let books: TestBooks;
let pool: AccountId;
let owed: AccountId;
let fromPool: TestPayouts['fromPool'];
let customerWith: TestPayouts['customerWith'];
let pay: TestPayouts['pay'];

beforeAll(async () => {
  ({ books, pool, owed, fromPool, customerWith, pay } = await createTestPayouts(1_000n));
});
afterAll(async () => {
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  await books.drop();
});

const unknown = ledgerId<AccountId>('999999999');

/** What was found in suspense, which may have less than nothing, for who it belongs to. */
async function fromSuspense(
  kind: JournalKind,
  asset: 'reward' | 'usdt',
  ...parts: readonly PayoutPart[]
): Promise<Payout> {
  return { ...payout([await books.house('suspense', asset), 'identified', ...parts]), kind };
}

/** Accounts with nothing on them, opened in one statement. */
async function manyCustomers(count: number): Promise<readonly AccountId[]> {
  const { rows } = await sql<{ id: AccountId }>`
    INSERT INTO ledger.accounts (class, code, side, guarded, owner_id, wallet_id, asset)
    SELECT 'customer', 'customer', 'credit', true, gen_random_uuid(), gen_random_uuid(), 'reward'
      FROM generate_series(1, ${count}::int) RETURNING id`.execute(books.db.kysely);
  return rows.map(({ id }) => id);
}

type Case = {
  readonly refused: string;
  readonly because: string;
  readonly change: (one: Payout, ana: AccountId) => Promise<Payout> | Payout;
};
const cases: readonly Case[] = [
  { refused: 'key-invalid', because: 'no key', change: (one) => ({ ...one, key: '' }) },
  { refused: 'key-invalid', because: 'a long key', change: (one) => ({ ...one, key: 'x'.repeat(201) }) },
  {
    refused: 'amount-invalid',
    because: 'nothing',
    change: (one, ana) => ({ ...fromPool(part(ana, 0n)), key: one.key }),
  },
  { refused: 'amount-invalid', because: 'less than nothing', change: (_, ana) => fromPool(part(ana, -1n)) },
  { refused: 'amount-invalid', because: '2^256', change: (_, ana) => fromPool(part(ana, 2n ** 256n)) },
  {
    refused: 'legs-invalid',
    because: 'more parts than a journal has legs',
    change: (_, ana) => fromPool(...Array.from({ length: 10_001 }, () => part(ana, 1n))),
  },
  {
    refused: 'legs-invalid',
    because: 'more customers than a journal has legs',
    change: async () => {
      const parts = (await manyCustomers(10_001)).map((customer) => part(customer, 1n));
      return await fromSuspense('suspense-resolution', 'reward', ...parts);
    },
  },
  {
    refused: 'amount-invalid',
    because: '2^256 from what may have less than nothing',
    change: async (_, ana) => fromSuspense('suspense-resolution', 'reward', part(ana, 2n ** 256n)),
  },
  { refused: 'accounts-equal', because: 'to the house itself', change: () => fromPool(part(pool, 1n)) },
  {
    refused: 'kind-not-immediate',
    because: 'a kind that resolves holds',
    change: (one) => ({ ...one, kind: 'withdrawal-void' as JournalKind }),
  },
  { refused: 'two-operators-needed', because: 'a correction', change: (one) => ({ ...one, kind: 'correction' }) },
  { refused: 'kind-unknown', because: 'no such kind', change: (one) => ({ ...one, kind: 'gift' as JournalKind }) },
  {
    refused: 'account-not-found',
    because: 'no such customer',
    change: (_, ana) => fromPool(part(ana, 1n), part(unknown, 1n)),
  },
  {
    refused: 'account-not-found',
    because: 'no such source',
    change: (_, ana) => payout([unknown, 'distribution', part(ana, 1n)]),
  },
  {
    refused: 'asset-mismatch',
    because: 'a customer’s account of another asset',
    change: async (_, ana) => fromPool(part(ana, 1n), part(await books.customer(0n, 'usdt'), 1n)),
  },
  {
    refused: 'asset-mismatch',
    because: 'an account of the house of another asset',
    change: (_, ana) => fromSuspense('suspense-resolution', 'usdt', part(ana, 1n)),
  },
  { refused: 'asset-mismatch', because: 'another asset', change: (one) => ({ ...one, asset: 'usdt' }) },
  {
    refused: 'leg-not-allowed',
    because: 'a code of another kind',
    change: (_, ana) => payout([pool, 'activity-reward', part(ana, 1n)]),
  },
  {
    refused: 'leg-not-allowed',
    because: 'what another kind may pay so',
    change: (_, ana) => fromSuspense('distribution', 'reward', part(ana, 1n)),
  },
  {
    refused: 'leg-not-allowed',
    because: 'an account that may not pay it',
    change: (_, ana) => payout([owed, 'distribution', part(ana, 1n)]),
  },
  {
    refused: 'leg-not-allowed',
    because: 'a customer who pays',
    change: async (_, ana) => payout([await customerWith(9n), 'distribution', part(ana, 1n)]),
  },
  {
    refused: 'leg-not-allowed',
    because: 'the house as the one who is paid',
    change: (_, ana) => fromPool(part(ana, 1n), part(owed, 1n)),
  },
  {
    refused: 'leg-not-allowed',
    because: 'a customer instead of the account of the house that gets such a payment',
    change: async (_, ana) => ({
      ...payout([await books.house('custody:hot', 'reward'), 'funding', part(ana, 1n)]),
      kind: 'treasury-funding',
    }),
  },
  {
    refused: 'exceeds-available',
    because: 'more than the pool has',
    change: (_, ana) => fromPool(part(ana, 1n), part(ana, 10n ** 12n)),
  },
  {
    refused: 'exceeds-available',
    because: 'more than the second account has',
    change: (_, ana) => payout([pool, 'distribution', part(ana, 1n)], [owed, 'swap-reward', part(ana, 10n ** 12n)]),
  },
  {
    refused: 'exceeds-available',
    because: 'more than the pool has, in many payments each far below it',
    change: async () =>
      payout(
        ...(await Promise.all(
          Array.from({ length: 17 }, async () => [pool, 'distribution', part(await customerWith(0n), 62n)] as const),
        )),
      ),
  },
];
test.each(cases)('$refused: $because', async ({ refused, change }) => {
  const ana = await customerWith(5n);
  const one = await change(fromPool(part(ana, 1n)), ana);
  const before = await Promise.all([ana, pool, owed].map(books.balance));
  const refusal = await refusalOf(pay(one));
  expect(refusal).toMatchObject({ code: refused });
  expect(refusal).toEqual(await refusalOf(post(books.asWorker, journalOf(one))));
  expect(await Promise.all([ana, pool, owed].map(books.balance))).toEqual(before);
});

test('X07 a process that may not pay such a thing', async () => {
  const ana = await customerWith(0n);
  const asApi = transact(books.asApi, (tx) => postPayout(tx, fromPool(part(ana, 1n))));
  expect(await refusalOf(asApi)).toEqual({
    code: 'kind-forbidden',
    particulars: { kind: 'distribution', role: 'tern_api' },
  });
});

test('a customer who is not named', async () => {
  const ana = await customerWith(0n);
  const call = sql`SELECT refusal, particulars FROM ledger.post_payout(${randomUUID()}, 'distribution', '{}', 'reward',
    ${[pool, owed]}::bigint[], '{distribution,swap-reward}', '{1,1}', ${[ana, null]}::bigint[], '{1,1}')`;
  const { rows } = await call.execute(books.asWorker.kysely);
  expect(rows).toEqual([{ refusal: 'account-not-found', particulars: { leg: 2 } }]);
});

test.each(['1.5', 'NaN', 'Infinity', 'NULL'])('a customer who gets %s units', async (amount) => {
  const ana = await customerWith(0n);
  const call = sql`SELECT refusal FROM ledger.post_payout(${randomUUID()}, 'suspense-resolution', '{}', 'reward',
    ${[await books.house('suspense', 'reward')]}::bigint[], '{identified}', '{1}', ${[ana]}::bigint[],
    ${`{${amount}}`}::numeric[])`;
  expect((await call.execute(books.asWorker.kysely)).rows).toEqual([{ refusal: 'amount-invalid' }]);
});

const arrays = {
  sources: '{1}',
  codes: '{distribution}',
  counts: '{2}',
  accounts: '{2,3}',
  amounts: '{1,1}',
};
type Lie = { readonly [List in keyof typeof arrays]: string | null };
type NamedLie = readonly [what: string, Lie];
const lies: readonly NamedLie[] = [
  ['no source', { ...arrays, sources: '{}' }],
  ['fewer codes than sources', { ...arrays, codes: '{}' }],
  ['more parts than customers', { ...arrays, counts: '{3}' }],
  ['a negative count', { ...arrays, sources: '{1,1}', codes: '{distribution,distribution}', counts: '{3,-1}' }],
  ['a count of nothing', { ...arrays, counts: '{NULL}' }],
  ['a count of none', { ...arrays, sources: '{1,1}', codes: '{distribution,distribution}', counts: '{2,0}' }],
  ['fewer counts than sources', { ...arrays, sources: '{1,1}', codes: '{distribution,distribution}' }],
  ['fewer customers than amounts', { ...arrays, accounts: '{2}' }],
  ['fewer amounts than customers', { ...arrays, amounts: '{1}' }],
  ...Object.entries(arrays).flatMap(([name, list]): readonly NamedLie[] => [
    [`${name} that begin elsewhere`, { ...arrays, [name]: `[0:${list.split(',').length - 1}]=${list}` }],
    [`${name} in a list of lists`, { ...arrays, [name]: `{${list}}` }],
  ]),
  ['no arrays', { ...arrays, accounts: null }],
];
test.each(lies)('arrays that do not fit: %s', async (_, { sources, codes, counts, accounts, amounts }) => {
  const call = sql`SELECT ledger.post_payout(${randomUUID()}, 'distribution', '{}', 'reward', ${sources}::bigint[],
    ${codes}::text[], ${counts}::int[], ${accounts}::bigint[], ${amounts}::numeric[])`;
  await expect(call.execute(books.asWorker.kysely)).rejects.toThrow('the arrays of a payout do not fit');
});
