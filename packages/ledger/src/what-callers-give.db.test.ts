import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from './check-invariants.ts';
import type { AccountId } from './ids.ts';
import { createTestBooks, type TestBooks, holdWithdrawal } from './test-books.ts';
import { verifyBooks } from './verify.ts';

// Goal: what nobody can give who uses our own code is refused all the same. Method: the functions called in SQL, as whoever
// holds a process's connection can.
let books: TestBooks;
let a: AccountId;
let b: AccountId;

beforeAll(async () => {
  books = await createTestBooks();
  [a, b] = [await books.customer(10n), await books.customer()];
});
afterAll(async () => {
  expect([await books.balance(a), await books.balance(b)]).toEqual(['10/3', '0/0']);
  expect(await checkInvariants(books.db.kysely)).toEqual([]);
  expect(await verifyBooks(books.db)).toBeUndefined();
  await books.drop();
});

type Lists = { debits: string; credits: string; assets: string; amounts: string; codes: string };

const lists = (): Lists => ({
  debits: `{${a}}`,
  credits: `{${b}}`,
  assets: '{usdt}',
  amounts: '{1}',
  codes: '{transfer}',
});

function postJournal(changed: Partial<Lists>, key: string | null = randomUUID()): Promise<unknown> {
  const { debits, credits, assets, amounts, codes } = { ...lists(), ...changed };
  return sql`SELECT ledger.post_journal(${key}, 'internal-transfer', ${debits}::bigint[], ${credits}::bigint[],
    ${assets}::text[], ${amounts}::numeric[], ${codes}::text[], '{}', NULL)`.execute(books.asApi.kysely);
}

const names = ['debits', 'credits', 'assets', 'amounts', 'codes'] as const;

describe('a journal', () => {
  test.each(names)('with more %s than the rest is refused', async (name) => {
    const twice = lists()[name].replace(/\{(.+)\}/, '{$1,$1}');
    await expect(postJournal({ [name]: twice })).rejects.toThrow('legs-invalid');
  });

  test.each(names)('X07 whose %s could be read two ways is refused', async (name) => {
    const list = lists()[name];
    await expect(postJournal({ [name]: `[0:0]=${list}` })).rejects.toThrow('legs-invalid');
    await expect(postJournal({ [name]: `{${list}}` })).rejects.toThrow('legs-invalid');
  });

  test('X07 is not checked with the asset at its place and written with another one', async () => {
    await expect(postJournal({ assets: '[0:0]={reward}' })).rejects.toThrow('legs-invalid');
  });

  test.each(['{1.5}', '{0.1}', '{NaN}', '{Infinity}', '{NULL}'])('of %s units is refused', async (amounts) => {
    await expect(postJournal({ amounts })).rejects.toThrow('amount-invalid');
  });

  test('of more than 10,000 legs is refused', async () => {
    const all = Object.fromEntries(
      Object.entries(lists()).map(([name, list]) => [name, `{${Array(10_001).fill(list.slice(1, -1)).join(',')}}`]),
    );
    await expect(postJournal(all)).rejects.toThrow('legs-invalid');
  });

  test('without a key is refused', async () => {
    await expect(postJournal({}, null)).rejects.toThrow('key-invalid');
    await expect(postJournal({}, 'x'.repeat(201))).rejects.toThrow('key-invalid');
  });
});

test('a hold is not ended without a key', async () => {
  const { pendingId } = await holdWithdrawal(books.asApi, a, 3n);
  for (const key of [null, '', 'x'.repeat(201)]) {
    const voided = sql`SELECT ledger.void_hold(${key}, ${pendingId}::bigint, '{}')`.execute(books.asApi.kysely);
    await expect(voided).rejects.toThrow('key-invalid');
    const posted = sql`SELECT ledger.post_hold(${key}, ${pendingId}::bigint, '{}', '{}', '{}', '{}')`;
    await expect(posted.execute(books.asWorker.kysely)).rejects.toThrow('key-invalid');
  }
});

describe('an account of the house', () => {
  const house = async (code: string): Promise<string | undefined> => {
    const { rows } = await sql<{ id: string }>`SELECT ledger.house_account(${code}, 'usdt') AS id`.execute(
      books.asApi.kysely,
    );
    return rows[0]?.id;
  };

  test.each([
    'nothing',
    'customer',
    'promotion',
    'promotion:',
    'promotion:Big',
    `promotion:${'x'.repeat(65)}`,
    'custody',
  ])('is not made for the code %s, which the chart does not know', async (code) => {
    await expect(house(code)).rejects.toThrow('account-not-found');
  });

  test('is the same each time, and another one for each promotion', async () => {
    const made = [await house('promotion:spring'), await house('promotion:autumn'), await house('liquidity')];
    expect(new Set(made).size).toBe(3);
    expect([await house('promotion:spring'), await house('promotion:autumn'), await house('liquidity')]).toEqual(made);
  });
});

test('a wallet has an account for each asset, and none for anybody else', async () => {
  const [owner, other, wallet] = [randomUUID(), randomUUID(), randomUUID()];
  const open = async (who: string, asset: string): Promise<string | undefined> => {
    const { rows } = await sql<{ id: string }>`
      SELECT ledger.open_customer_account(${who}::uuid, ${wallet}::uuid, ${asset}) AS id`.execute(books.asApi.kysely);
    return rows[0]?.id;
  };
  const [usdt, trx] = [await open(owner, 'usdt'), await open(owner, 'trx')];
  expect(usdt).not.toBe(trx);
  expect([await open(owner, 'trx'), await open(owner, 'usdt')]).toEqual([trx, usdt]);
  await expect(open(other, 'usdt')).rejects.toThrow('wallet-owned-by-another');
});
