import { readFile } from 'node:fs/promises';
import { newId, type PersonId, type WalletId } from '@tern/base/ids';
import { transact } from '@tern/db/transact';
import type { AssetId } from '@tern/money/asset';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCustomerAccount } from './account.ts';
import { LedgerError } from './error.ts';
import type { AccountId } from './ids.ts';
import { postJournal, type PostJournalInput } from './post-journal.ts';
import { postJournals } from './post-journals.ts';
import { createTestBooks, leg, type TestBooks } from './test-books.ts';

// The worked example of docs/ledger.md. Where it differs, the page gets what is printed here.
let books: TestBooks;

beforeAll(async () => {
  books = await createTestBooks();
});
afterAll(() => books.drop());

async function customer(wallet: WalletId, asset: AssetId, personId: PersonId): Promise<AccountId> {
  return await transact(books.asWorker, (tx) => openCustomerAccount(tx, { personId, walletId: wallet, asset }));
}

const postOne = (input: PostJournalInput): Promise<unknown> => transact(books.db, (tx) => postJournal(tx, input));

/** The rows as a table of the page. */
async function table(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await query.execute(books.db.kysely);
  const lines = rows.map((row) => Object.values(row as Record<string, unknown>).map((value) => String(value ?? '–')));
  const head = Object.keys(rows[0] as Record<string, unknown>);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const accounts = sql`
  SELECT a.id, CASE a.id WHEN 1 THEN 'Ann' WHEN 2 THEN 'Ann' WHEN 3 THEN 'Ben' ELSE a.code END AS "whose", a.asset,
         a.posted, a.held, a.version, left(encode(a.last_hash, 'hex'), 8) AS last_hash
    FROM ledger.accounts a ORDER BY a.id`;

/** A deposit and the house's inventory, each posted by itself: what the call finds. */
async function arrange(): Promise<{ annUsdt: AccountId; annReward: AccountId; benUsdt: AccountId }> {
  const [ann, annWallet] = [newId<PersonId>(), newId<WalletId>()];
  const annUsdt = await customer(annWallet, 'usdt', ann);
  const annReward = await customer(annWallet, 'reward', ann);
  const benUsdt = await customer(newId<WalletId>(), 'usdt', newId<PersonId>());
  const [deposits, cold] = [await books.house('custody:deposit'), await books.house('custody:cold', 'reward')];
  const [capital, liquidity] = [await books.house('capital', 'reward'), await books.house('liquidity', 'reward')];
  await books.house('liquidity');
  await books.house('fee-income');
  await postOne({ key: 'deposit:5f1c:trc20:0', kind: 'deposit', legs: [leg(deposits, annUsdt, 100n, 'deposit')] });
  const funded = [leg(cold, capital, 9_000n, 'funding', 'reward')];
  await postOne({ key: 'treasury-funding:1', kind: 'treasury-funding', legs: funded });
  const supplied = [leg(capital, liquidity, 9_000n, 'funding', 'reward')];
  await postOne({ key: 'liquidity-funding:1', kind: 'liquidity-funding', legs: supplied });
  return { annUsdt, annReward, benUsdt };
}

async function renderExample(): Promise<string> {
  const { annUsdt, annReward, benUsdt } = await arrange();
  const before = await table(accounts);
  const [usdtLiquidity, income] = [await books.house('liquidity'), await books.house('fee-income')];
  const replies = await transact(books.asApi, async (tx) =>
    postJournals(tx, [
      { key: 'transfer:ann-to-ben', kind: 'internal-transfer', legs: [leg(annUsdt, benUsdt, 30n)] },
      { key: 'transfer:ben-to-ann', kind: 'internal-transfer', legs: [leg(benUsdt, annUsdt, 500n)] },
      {
        key: 'swap:ann',
        kind: 'swap',
        legs: [
          leg(annUsdt, usdtLiquidity, 20n, 'swap-in'),
          leg(annUsdt, income, 1n, 'swap-fee'),
          leg(await books.house('liquidity', 'reward'), annReward, 200n, 'swap-out', 'reward'),
        ],
      },
    ]),
  );
  const answers = replies.map((reply) =>
    reply instanceof LedgerError
      ? `refused: \`${reply.code}\`, ${JSON.stringify({ ...reply.particulars, ownerId: undefined })}`
      : `journal ${reply.journalId}, transfers ${reply.transferIds.join(', ')}`,
  );
  return [
    'The accounts before:',
    before,
    'What the call answers:',
    answers.map((answer, index) => `${index + 1}. ${answer}`).join('\n'),
    '`ledger.journals`:',
    await table(sql`
      SELECT id, idempotency_key, kind, left(encode(content_hash, 'hex'), 8) AS content_hash, reverses, call_id
        FROM ledger.journals ORDER BY id`),
    '`ledger.transfers` of the call:',
    await table(sql`
      SELECT t.id, journal_id, leg, state, code, debit_account_id AS debit, credit_account_id AS credit, asset, amount
        FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id WHERE j.call_id IS NOT NULL ORDER BY t.id`),
    '`ledger.entries` of the call:',
    await table(sql`
      SELECT account_id, transfer_id, seq, amount, balance_after, left(encode(hash, 'hex'), 8) AS hash, call_id
        FROM ledger.entries e WHERE e.transfer_id >= (
          SELECT min(t.id) FROM ledger.transfers t JOIN ledger.journals j ON j.id = t.journal_id WHERE j.call_id IS NOT NULL)
       ORDER BY account_id, transfer_id`),
    'The accounts after:',
    await table(accounts),
  ].join('\n\n');
}

test('the worked example of docs/ledger.md is what really happens', async () => {
  const page = await readFile(new URL('../../../docs/ledger.md', import.meta.url), 'utf8');
  const [, onwards = ''] = page.split('<!-- Rows made by packages/ledger/src/worked-example.db.test.ts -->\n\n');
  const [rows = ''] = onwards.split('\n\n<!-- End of the rows -->');
  expect(await renderExample()).toBe(rows);
});
