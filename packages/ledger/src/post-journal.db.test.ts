import { randomUUID } from 'node:crypto';
import { transact } from '@tern/db/transact';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBalances } from './balances.ts';
import { checkInvariants } from './check-invariants.ts';
import type { AccountId, JournalId } from './ids.ts';
import { ledgerId } from './ids.ts';
import { listEntries } from './list-entries.ts';
import { postJournal } from './post-journal.ts';
import { createTestBooks, leg, post, type TestBooks } from './test-books.ts';
import { verifyBooks } from './verify.ts';

let books: TestBooks;
let custody: AccountId;

beforeAll(async () => {
  books = await createTestBooks();
  custody = await books.house('custody:deposit');
});
afterAll(async () => {
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  expect(await verifyBooks(books.db)).toBeUndefined();
  await books.drop();
});

const unknown = ledgerId<AccountId>('999999999');

describe('one journal, one outcome', () => {
  test('moves an amount from one customer to another', async () => {
    const [a, b] = [await books.customer(100n), await books.customer()];
    const posted = await post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, b, 30n)] });
    expect(posted).toMatchObject({ replayed: false, transferIds: [expect.stringMatching(/^\d+$/)] });
    expect([await books.balance(a), await books.balance(b)]).toEqual(['70/0', '30/0']);
  });

  test('moves several assets between many accounts at once', async () => {
    const customer = { usdt: await books.customer(1_000n), trx: await books.customer(0n, 'trx') };
    const liquidity = { usdt: await books.house('liquidity'), trx: await books.house('liquidity', 'trx') };
    const [capital, hot] = [await books.house('capital', 'trx'), await books.house('custody:hot', 'trx')];
    await post(books.asWorker, { kind: 'treasury-funding', legs: [leg(hot, capital, 5_000n, 'funding', 'trx')] });
    await post(books.asConsole, {
      kind: 'liquidity-funding',
      legs: [leg(capital, liquidity.trx, 5_000n, 'funding', 'trx')],
    });
    const swapped = await post(books.asApi, {
      kind: 'swap',
      legs: [
        leg(customer.usdt, liquidity.usdt, 997n, 'swap-in'),
        leg(customer.usdt, await books.house('fee-income'), 3n, 'swap-fee'),
        leg(liquidity.trx, customer.trx, 3_000n, 'swap-out', 'trx'),
      ],
    });
    expect(swapped.transferIds).toHaveLength(3);
    expect(await Promise.all(Object.values({ ...customer }).map(books.balance))).toEqual(['0/0', '3000/0']);
    expect([await books.balance(liquidity.usdt), await books.balance(liquidity.trx)]).toEqual(['997/0', '2000/0']);
  });

  test('judges the legs of a journal together, not one after the other', async () => {
    const [a, b] = [await books.customer(10n), await books.customer(0n)];
    await post(books.asApi, { kind: 'internal-transfer', legs: [leg(b, a, 25n), leg(a, b, 35n)] });
    expect([await books.balance(a), await books.balance(b)]).toEqual(['0/0', '10/0']);
  });

  test('holds 2^256 − 1 units exactly', async () => {
    const most = 2n ** 256n - 1n;
    const [a, b] = [await books.customer(most), await books.customer()];
    await post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, b, most)] });
    expect(await books.balance(b)).toBe(`${most}/0`);
    await post(books.asApi, { kind: 'internal-transfer', legs: [leg(b, a, most - 1n)] });
    expect(await books.balance(b)).toBe('1/0');
  });

  test('commits with what its caller writes, and not without', async () => {
    const [a, b] = [await books.customer(10n), await books.customer()];
    const failing = transact(books.asApi, async (tx) => {
      await postJournal(tx, { key: randomUUID(), kind: 'internal-transfer', legs: [leg(a, b, 10n)] });
      throw new Error('the caller failed afterwards');
    });
    await expect(failing).rejects.toThrow('the caller failed afterwards');
    expect([await books.balance(a), await books.balance(b)]).toEqual(['10/0', '0/0']);
  });
});

describe('refusals leave nothing behind', () => {
  type Case = {
    readonly refused: string;
    readonly because: string;
    readonly posting: (a: AccountId, b: AccountId) => Promise<Parameters<typeof post>[1]> | Parameters<typeof post>[1];
    readonly particulars?: Readonly<Record<string, unknown>>;
  };
  const transfer = (...legs: Parameters<typeof post>[1]['legs']): Parameters<typeof post>[1] => ({
    kind: 'internal-transfer',
    legs,
  });
  const cases: readonly Case[] = [
    {
      refused: 'exceeds-available',
      because: 'more than the account has',
      posting: (a, b) => transfer(leg(a, b, 101n)),
      particulars: { available: '100', needed: '101', asset: 'usdt', code: 'customer' },
    },
    {
      refused: 'exceeds-available',
      because: 'more than the account has, over several legs',
      posting: (a, b) => transfer(leg(a, b, 60n), leg(a, b, 60n)),
      particulars: { available: '100', needed: '120' },
    },
    {
      refused: 'exceeds-available',
      because: 'a promotion without funds',
      posting: async (a) => ({
        kind: 'activation-bonus',
        legs: [leg(await books.house('promotion:empty'), a, 1n, 'activation-bonus')],
      }),
      particulars: { code: 'promotion:empty', ownerId: null },
    },
    { refused: 'amount-invalid', because: 'nothing', posting: (a, b) => transfer(leg(a, b, 0n)) },
    { refused: 'amount-invalid', because: 'a negative amount', posting: (a, b) => transfer(leg(a, b, -1n)) },
    { refused: 'amount-invalid', because: '2^256', posting: (a, b) => transfer(leg(a, b, 2n ** 256n)) },
    { refused: 'accounts-equal', because: 'to itself', posting: (a) => transfer(leg(a, a, 1n)) },
    { refused: 'legs-invalid', because: 'no legs', posting: () => transfer() },
    {
      refused: 'account-not-found',
      because: 'no such account to give to',
      posting: (a, b) => transfer(leg(a, b, 1n), leg(a, unknown, 1n)),
      particulars: { leg: 2 },
    },
    {
      refused: 'account-not-found',
      because: 'no such account to take from',
      posting: (a) => transfer(leg(unknown, a, 1n)),
    },
    {
      refused: 'asset-mismatch',
      because: 'accounts of different assets',
      posting: async (a) => transfer(leg(a, await books.customer(0n, 'trx'), 1n)),
    },
    {
      refused: 'asset-mismatch',
      because: 'from an account of another asset',
      posting: async (_, b) => transfer(leg(await books.customer(1n, 'trx'), b, 1n)),
    },
    {
      refused: 'asset-mismatch',
      because: "not the accounts' asset",
      posting: (a, b) => transfer(leg(a, b, 1n, 'transfer', 'trx')),
    },
    {
      refused: 'leg-not-allowed',
      because: 'a code of another kind',
      posting: (a, b) => transfer(leg(a, b, 1n, 'deposit')),
    },
    {
      refused: 'leg-not-allowed',
      because: 'money for a customer out of nothing',
      posting: async (a) => transfer(leg(await books.house('issuance'), a, 1n)),
      particulars: { leg: 1, kind: 'internal-transfer', code: 'transfer', debit: 'issuance', credit: 'customer' },
    },
    {
      refused: 'leg-not-allowed',
      because: 'a leg of another kind',
      posting: (a) => transfer(leg(custody, a, 1n, 'deposit')),
    },
    {
      refused: 'leg-not-allowed',
      because: 'money of a customer for an account that gets none so',
      posting: (a) => transfer(leg(a, custody, 1n)),
    },
    {
      refused: 'kind-unknown',
      because: 'a kind nobody knows',
      posting: (a, b) => ({ ...transfer(leg(a, b, 1n)), kind: 'gift' as 'swap' }),
    },
    {
      refused: 'kind-not-immediate',
      because: 'what only a hold can become',
      posting: (a) => ({ kind: 'withdrawal-post' as 'swap', legs: [leg(a, custody, 1n, 'withdrawal')] }),
    },
    { refused: 'key-invalid', because: 'an empty key', posting: (a, b) => ({ ...transfer(leg(a, b, 1n)), key: '' }) },
    {
      refused: 'two-operators-needed',
      because: 'a correction by one operator',
      posting: (a, b) => ({
        kind: 'correction',
        legs: [leg(a, b, 1n, 'correction')],
        details: { operators: ['ann', 'ann'], reason: 'wrong person' },
      }),
    },
    {
      refused: 'two-operators-needed',
      because: 'a correction without a reason',
      posting: (a, b) => ({
        kind: 'correction',
        legs: [leg(a, b, 1n, 'correction')],
        details: { operators: ['ann', 'bob'] },
      }),
    },
    ...[
      { because: 'an empty reason', details: { operators: ['ann', 'bob'], reason: '' } },
      { because: 'three operators', details: { operators: ['ann', 'bob', 'cyd'], reason: 'wrong person' } },
      { because: 'what is no list', details: { operators: 'ann and bob', reason: 'wrong person' } },
      { because: 'nobody', details: { reason: 'wrong person' } },
    ].map(({ because, details }) => ({
      refused: 'two-operators-needed',
      because: `a correction with ${because}`,
      posting: (a: AccountId, b: AccountId) =>
        ({ kind: 'correction', legs: [leg(a, b, 1n, 'correction')], details }) as const,
    })),
  ];

  test.each(cases)('$refused: $because', async ({ refused, posting, particulars = {} }) => {
    const [a, b] = [await books.customer(100n), await books.customer()];
    await expect(post(books.db, await posting(a, b))).rejects.toMatchObject({ code: refused, particulars });
    expect([await books.balance(a), await books.balance(b)]).toEqual(['100/0', '0/0']);
  });
});

describe('keys', () => {
  test('I13 the same key and content again: the same reply, one effect', async () => {
    const [a, b] = [await books.customer(10n), await books.customer()];
    const posting = { key: randomUUID(), kind: 'internal-transfer', legs: [leg(a, b, 4n), leg(a, b, 1n)] } as const;
    const first = await post(books.asApi, posting);
    const again = await post(books.asApi, posting);
    expect(again).toEqual({ ...first, replayed: true });
    expect(await books.balance(b)).toBe('5/0');
  });

  test('M03 the same key with other content is refused', async () => {
    const [a, b] = [await books.customer(10n), await books.customer()];
    const posting = { key: randomUUID(), kind: 'internal-transfer', legs: [leg(a, b, 4n)] } as const;
    await post(books.asApi, posting);
    for (const other of [
      { ...posting, legs: [leg(a, b, 5n)] },
      { ...posting, legs: [leg(b, a, 4n)] },
      { ...posting, legs: [leg(a, b, 4n), leg(a, b, 4n)] },
      { ...posting, details: { note: 'x' } },
    ]) {
      await expect(post(books.asApi, other)).rejects.toMatchObject({ code: 'key-reused' });
    }
    expect(await books.balance(b)).toBe('4/0');
  });

  test('a promise of the debit side is made, kept in part, and not kept beyond what was promised', async () => {
    const [issuance, capital, cold] = [
      await books.house('issuance', 'reward'),
      await books.house('capital', 'reward'),
      await books.house('custody:cold', 'reward'),
    ];
    const keep = (amount: bigint): Promise<unknown> =>
      post(books.asConsole, {
        kind: 'issuance-on-chain',
        legs: [leg(cold, issuance, amount, 'issue-on-chain', 'reward')],
      });
    await post(books.asConsole, { kind: 'issuance', legs: [leg(issuance, capital, 100n, 'issue', 'reward')] });
    await keep(60n);
    await expect(keep(41n)).rejects.toMatchObject({
      code: 'exceeds-available',
      particulars: { accountId: issuance, available: '40', needed: '41' },
    });
    await keep(40n);
    expect(await books.balance(issuance)).toBe('0/0');
  });

  test('a refused journal leaves its key free', async () => {
    const [a, b] = [await books.customer(0n), await books.customer(9n)];
    const key = randomUUID();
    await expect(post(books.asApi, { key, kind: 'internal-transfer', legs: [leg(a, b, 5n)] })).rejects.toMatchObject({
      code: 'exceeds-available',
    });
    await post(books.asApi, { kind: 'internal-transfer', legs: [leg(b, a, 5n)] });
    expect(await post(books.asApi, { key, kind: 'internal-transfer', legs: [leg(a, b, 5n)] })).toMatchObject({
      replayed: false,
    });
  });
});

describe('corrections', () => {
  const operators = { operators: ['ann', 'bob'], reason: 'credited the wrong person' };

  test('takes a journal back once, by a journal of its own, with two operators', async () => {
    const a = await books.customer();
    const wrong = await post(books.asWorker, { kind: 'deposit', legs: [leg(custody, a, 7n, 'deposit')] });
    const reverse = {
      kind: 'correction',
      legs: [leg(a, custody, 7n, 'correction')],
      details: operators,
      reverses: wrong.journalId,
    } as const;
    await post(books.asConsole, reverse);
    expect(await books.balance(a)).toBe('0/0');
    await expect(post(books.asConsole, reverse)).rejects.toMatchObject({ constraint: 'journals_reverses_key' });
  });

  test('cannot take back what does not exist', async () => {
    const a = await books.customer(1n);
    const reverses = ledgerId<JournalId>('999999999');
    const posting = {
      kind: 'correction',
      legs: [leg(a, custody, 1n, 'correction')],
      details: operators,
      reverses,
    } as const;
    await expect(post(books.asConsole, posting)).rejects.toMatchObject({ constraint: 'journals_reverses_fkey' });
  });
});

describe('reading', () => {
  test('pages through an account by keyset, newest first', async () => {
    const [a, b] = [await books.customer(100n), await books.customer()];
    for (const amount of [1n, 2n, 3n, 4n])
      await post(books.asApi, { kind: 'internal-transfer', legs: [leg(a, b, amount)] });
    const first = await listEntries(books.asApi.kysely, { accountId: a, limit: 2 });
    const last = first.at(-1);
    const second = await listEntries(books.asApi.kysely, {
      accountId: a,
      limit: 10,
      ...(last === undefined ? {} : { before: last.transferId }),
    });
    expect([...first, ...second].map(({ seq, amount, balanceAfter }) => [seq, amount, balanceAfter])).toEqual([
      [5n, -4n, 90n],
      [4n, -3n, 94n],
      [3n, -2n, 97n],
      [2n, -1n, 99n],
      [1n, 100n, 100n],
    ]);
    expect(first[0]).toMatchObject({ kind: 'internal-transfer', code: 'transfer', counterpart: b });
    expect(second.at(-1)).toMatchObject({ kind: 'deposit', counterpart: custody });
  });

  test('knows no balance of a wallet that never had an account', async () => {
    const none = await getBalances(books.asApi.kysely, { walletId: randomUUID() as never });
    expect([...none]).toEqual([]);
  });
});
