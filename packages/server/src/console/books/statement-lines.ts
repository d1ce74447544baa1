import type { Database } from '@tern/db/database';
import { listEntriesBetween, type EntryBetween } from '@tern/ledger/list-entries-between';
import type { Asset } from '@tern/money/asset';
import { formatAmount, formatAmountFloor } from '@tern/money/format-amount';
import type { Units } from '@tern/money/units';
import { readBooks } from './read-books.ts';
import type { AccountStatement } from './read-statement.ts';
import { statementTexts, type StatementLanguage } from './statement-texts.ts';

const pageEntries = 500;

/** Movements of an account, the oldest first, each page a read of its own: what has been posted never changes. */
export async function* listMovements(
  db: Pick<Database, 'kysely'>,
  { accountId, after, to }: AccountStatement,
): AsyncGenerator<readonly EntryBetween[]> {
  let last = after;
  while (to !== undefined) {
    const seen = last;
    const page = await readBooks(db, (books) =>
      listEntriesBetween(books, { accountId, after: seen, to, limit: pageEntries }),
    );
    if (page.length > 0) yield page;
    if (page.length < pageEntries) return;
    last = page.at(-1)?.transferId;
  }
}

export function sayMovement({ code, counterparty }: EntryBetween, language: StatementLanguage) {
  const { codes, counterparties } = statementTexts[language];
  return { what: codes[code] ?? code, counterparty: counterparties[counterparty] ?? counterparty };
}

/** For example `2026-11-21 14:31:58`. */
export const sayTime = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

const leastPlaces = 2;

/** All digits and at least two decimals, with its sign. */
export function sayAmount(amount: bigint, { decimals }: Pick<Asset, 'decimals'>): string {
  const size = (amount < 0n ? -amount : amount) as Units;
  const places = formatAmount(size, decimals).split('.')[1]?.length ?? 0;
  return `${amount < 0n ? '-' : ''}${formatAmountFloor(size, decimals, Math.max(leastPlaces, places), leastPlaces)}`;
}
