import type { WalletId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import type { JournalRowView } from '@tern/contracts/routes/console-books';
import { findBalancesAt } from '@tern/ledger/find-balances-at';
import type { Asset, AssetId } from '@tern/money/asset';
import { parseAmount } from '@tern/money/parse-amount';
import { findPerson } from './find-person.ts';
import {
  measureWalk,
  selectAmong,
  selectByName,
  selectCustomerAccounts,
  selectJournalRows,
  selectMatching,
  selectMoves,
  type JournalFilter,
} from './journal-store.ts';
import { findJournalBefore, momentsOf, skewMs } from './journal-times.ts';
import type { BooksReader } from './read-books.ts';

const pageRows = 50;
/** Journals or moves that one look reads at most: then it says how far it came, and the next one goes on there. */
const walkMost = 20_000;

export type JournalSearch = {
  readonly id?: string | undefined;
  readonly kind?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly account?: string | undefined;
  readonly person?: string | undefined;
  readonly assetId?: AssetId | undefined;
  readonly amount?: string | undefined;
  readonly before?: string | undefined;
};

export type JournalPage = {
  journals: JournalRowView[];
  next: string | null;
  searchedTo: string | null;
};

/**
 * Journals that match, newest first. A search by number or key finds at once; one by person or by a customer's account reads
 * their moves alone; any other walks back through the journals, a bounded stretch at a time, and says how far it came.
 * Throws `NOT_FOUND` for an unknown person.
 */
export async function searchJournals(
  books: BooksReader,
  { search, assets }: { readonly search: JournalSearch; readonly assets: readonly Asset[] },
): Promise<JournalPage> {
  if (search.id !== undefined) {
    return {
      journals: await selectJournalRows(books, await selectByName(books, search.id)),
      next: null,
      searchedTo: null,
    };
  }
  const filter = toFilter(search, assets);
  const person = search.person === undefined ? undefined : await findPerson(books, search.person);
  const walletIds = person?.wallets.map(({ id }) => id);
  const accounts = await selectCustomerAccounts(books, { walletIds, account: search.account });
  if (person === undefined && accounts.length === 0) return await walkJournals(books, search.before, filter);
  return await walkMoves(books, { accounts, walletIds, before: search.before, filter });
}

function toFilter(
  { kind, account, assetId, amount, from, to }: JournalSearch,
  assets: readonly Asset[],
): JournalFilter {
  return {
    kind,
    account,
    assetId,
    amounts: amount === undefined ? undefined : unitsOf(amount, assets),
    from: from === undefined ? undefined : momentsOf({ from, to: from }).from,
    until: to === undefined ? undefined : momentsOf({ from: to, to }).until,
  };
}

/** What a number means in each asset; nothing where an asset has not so many decimals. */
function unitsOf(amount: string, assets: readonly Asset[]) {
  return toWire(
    assets.flatMap(({ id, decimals }) => {
      const parsed = parseAmount(amount, decimals);
      return 'fault' in parsed ? [] : [{ assetId: id, units: parsed.units }];
    }),
  );
}

async function walkJournals(
  books: BooksReader,
  before: string | undefined,
  filter: JournalFilter,
): Promise<JournalPage> {
  const below = before ?? (await startOf(books, filter.until));
  const walk = await measureWalk(books, { below, most: walkMost });
  if (walk === undefined) return { journals: [], next: null, searchedTo: null };
  const found = await selectMatching(books, { below, lowest: walk.lowest, limit: pageRows + 1 }, filter);
  const shown = found.slice(0, pageRows);
  const isPast = filter.from !== undefined && walk.oldest.getTime() < filter.from.getTime() - skewMs;
  const more = found.length > pageRows ? (shown.at(-1) ?? null) : walk.isLast || isPast ? null : walk.lowest;
  const journals = await selectJournalRows(books, shown);
  return toWire({
    journals,
    next: more,
    searchedTo: found.length > pageRows ? (journals.at(-1)?.at ?? null) : walk.oldest,
  });
}

/** Above everything that is older than the end of the period; null where it has no end. */
async function startOf(books: BooksReader, until: Date | undefined): Promise<string | null> {
  if (until === undefined) return null;
  // What is surely older than two skews after the end is above all that is before it.
  const id = await findJournalBefore(books, new Date(until.getTime() + 2 * skewMs));
  return String(BigInt(id) + 1n);
}

type Moves = {
  readonly accounts: readonly string[];
  readonly walletIds: readonly WalletId[] | undefined;
  readonly before: string | undefined;
  readonly filter: JournalFilter;
};

/** The cursor is a transfer here: along an account these rise with time, numbers of journals need not. */
async function walkMoves(books: BooksReader, { accounts, walletIds, before, filter }: Moves): Promise<JournalPage> {
  const below = before ?? (await lastMoveOf(books, walletIds, filter.until));
  const moves = await selectMoves(books, { accounts, below, most: walkMost });
  const ids = [...new Set(moves.map(({ journalId }) => journalId))];
  const matching = await selectAmong(books, ids, filter);
  const found = ids.filter((id) => matching.has(id));
  const shown = found.slice(0, pageRows);
  const last = shown.at(-1);
  // The legs of a journal on these accounts have been read together, unless the walk ended among them.
  const lowest = moves.findLast(({ journalId }) => found.length <= pageRows || journalId === last);
  const oldest = moves.at(-1)?.at;
  const isPast = oldest === undefined || (filter.from !== undefined && oldest < filter.from);
  const isOver = found.length <= pageRows && (moves.length < walkMost || isPast);
  return toWire({
    journals: await selectJournalRows(books, shown),
    next: isOver ? null : (lowest?.transferId ?? null),
    searchedTo: lowest?.at ?? oldest ?? null,
  });
}

/** Above the last move before the end of the period. */
async function lastMoveOf(
  books: BooksReader,
  walletIds: readonly WalletId[] | undefined,
  until: Date | undefined,
): Promise<string | null> {
  if (until === undefined || walletIds === undefined) return null;
  let last = 0n;
  for (const walletId of walletIds) {
    for (const { points } of await findBalancesAt(books, { walletId, moments: [until], before: true })) {
      const at = BigInt(points[0]?.transferId ?? '0');
      if (at > last) last = at;
    }
  }
  return String(last + 1n);
}
