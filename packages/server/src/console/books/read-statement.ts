import { toWire } from '@tern/base/to-wire';
import type { StatementView } from '@tern/contracts/routes/console-books';
import { findBalancesAt } from '@tern/ledger/find-balances-at';
import type { AccountId, TransferId } from '@tern/ledger/ids';
import { listEntriesBetween, type EntryBetween } from '@tern/ledger/list-entries-between';
import { assetIds, type AssetId } from '@tern/money/asset';
import { subtract, type Units } from '@tern/money/units';
import { sql } from 'kysely';
import { findPerson, type BooksPerson } from './find-person.ts';
import { momentsOf } from './journal-times.ts';
import type { BooksReader } from './read-books.ts';

/** What one account of a person had and what moved on it in a period. */
export type AccountStatement = {
  readonly accountId: AccountId;
  /** The address of the wallet. */
  readonly wallet: string;
  readonly assetId: AssetId;
  readonly opening: Units;
  readonly closing: Units;
  readonly movements: number;
  readonly after: TransferId | undefined;
  /** The last movement; undefined where there is none. */
  readonly to: TransferId | undefined;
};

export type Statement = { readonly person: BooksPerson; readonly accounts: readonly AccountStatement[] };

export type StatementInput = { readonly person: string; readonly from: string; readonly to: string };

const shownMovements = 100;

/** Opening and closing balances of every account that a person had in a period. Throws `NOT_FOUND`. */
export async function readStatement(books: BooksReader, input: StatementInput): Promise<Statement> {
  const person = await findPerson(books, input.person);
  const { from, until } = momentsOf(input);
  const accounts: AccountStatement[] = [];
  for (const { id: walletId, address } of person.wallets) {
    for (const { accountId, asset, points } of await findBalancesAt(books, {
      walletId,
      moments: [from, until],
      before: true,
    })) {
      const [opening, closing] = points;
      if (opening === undefined || closing === undefined || closing.seq === 0n) continue;
      accounts.push({
        accountId,
        wallet: address,
        assetId: asset,
        opening: opening.balance,
        closing: closing.balance,
        movements: Number(closing.seq - opening.seq),
        after: opening.transferId,
        to: closing.seq === opening.seq ? undefined : closing.transferId,
      });
    }
  }
  const place = ({ assetId }: AccountStatement): number => assetIds.indexOf(assetId);
  return { person, accounts: accounts.toSorted((one, other) => place(one) - place(other)) };
}

/** A statement as the page shows it: the sums of each account, and its newest movements. Throws `NOT_FOUND`. */
export async function showStatement(books: BooksReader, input: StatementInput): Promise<StatementView> {
  const startedMs = performance.now();
  const { person, accounts } = await readStatement(books, input);
  const movements: (EntryBetween & { readonly assetId: AssetId })[] = [];
  const views: StatementView['accounts'] = [];
  for (const account of accounts) {
    views.push(await sumUp(books, account));
    const { accountId, assetId, after, to } = account;
    if (to === undefined) continue;
    const newest = await listEntriesBetween(books, { accountId, after, to, limit: shownMovements, newestFirst: true });
    movements.push(...newest.map((entry) => ({ ...entry, assetId })));
  }
  const newestFirst = movements.toSorted((one, other) => (BigInt(one.transferId) < BigInt(other.transferId) ? 1 : -1));
  return toWire({
    person: { id: person.id, publicId: person.publicId, since: person.since },
    accounts: views,
    movements: newestFirst.slice(0, shownMovements).map((entry) => ({
      at: entry.at,
      journal: entry.journalId,
      kind: entry.kind,
      code: entry.code,
      counterparty: entry.counterparty,
      assetId: entry.assetId,
      amount: entry.amount,
      balance: entry.balanceAfter,
    })),
    tookMs: Math.round(performance.now() - startedMs),
  });
}

/** Credits are added up; the debits are what the balances leave. */
async function sumUp(
  books: BooksReader,
  { accountId, after, to, wallet, assetId, opening, closing, movements }: AccountStatement,
): Promise<StatementView['accounts'][number]> {
  const { rows } = await sql<{ credited: string }>`
    SELECT coalesce(sum(amount), 0)::text AS credited FROM ledger.entries
     WHERE account_id = ${accountId} AND transfer_id > ${after ?? '0'}::bigint AND transfer_id <= ${to ?? '0'}::bigint
       AND amount > 0`.execute(books);
  const credited = BigInt(rows[0]?.credited ?? '0') as Units;
  return toWire({
    wallet,
    assetId,
    opening,
    credited,
    debited: subtract((opening + credited) as Units, closing),
    closing,
    movements,
  });
}
