import {
  transactionKind,
  type TransactionFilter,
  type TransactionKind,
  type TransactionsView,
} from '@tern/contracts/routes/console-transactions';
import type { Database, DbReader } from '@tern/db/database';
import { assetIds } from '@tern/money/asset';
import { selectArrivalRows } from './arrival-rows-store.ts';
import { findSearch, type Search } from './find-search.ts';
import { selectItemRows, type ItemWay } from './item-rows-store.ts';
import { selectJournalRows, type JournalWay } from './journal-rows-store.ts';
import {
  comparePlaces,
  dayAfter,
  highestPlace,
  lowestPlace,
  readCursor,
  startOfDay,
  writeCursor,
  type Place,
} from './place.ts';
import type { SearchedAssets } from './read-search.ts';
import { selectRecordRows, type RecordWay } from './record-rows-store.ts';
import { readInOrder, selectAddresses, selectWalletOf } from './search-store.ts';
import { renderTransaction, sourcesOf, type Stretch, type Transaction, type Wanted } from './transaction.ts';

const pageRows = 50;

export type ListDeps = { readonly db: Database; readonly assets: SearchedAssets };

/** A page of the transactions that a filter lets through. Throws `INPUT_INVALID` for a cursor that is none. */
export async function listTransactions(
  { db, assets }: ListDeps,
  {
    after,
    before,
    ...filter
  }: TransactionFilter & { readonly after?: string | undefined; readonly before?: string | undefined },
): Promise<TransactionsView> {
  const cursors = { after: readIf(after), before: readIf(before) };
  const search = await searchOf(db.kysely, filter, assets);
  const oldestFirst = filter.order === 'oldest';
  // The page before a place is read backwards from it.
  const backwards = cursors.before !== undefined;
  const stretch = stretchOf(filter, {
    from: cursors.before ?? cursors.after,
    oldestFirst: oldestFirst !== backwards,
    limit: pageRows + 1,
  });
  const found = await readInOrder(db, (tx) => readStretch(tx, { filter, search, stretch }));
  const page = found.slice(0, pageRows);
  if (backwards) page.reverse();
  const more = found.length > pageRows;
  const [first, last] = [page.at(0), page.at(-1)];
  return {
    rows: page.map(renderTransaction),
    searchedAs: search?.as ?? null,
    before: first !== undefined && (backwards ? more : cursors.after !== undefined) ? writeCursor(first.place) : null,
    after: last !== undefined && (backwards || more) ? writeCursor(last.place) : null,
  };
}

/** The filtered transactions piece by piece, in their order, at most so many. */
export async function* readTransactions(
  { db, assets }: ListDeps,
  filter: TransactionFilter,
  { most, piece }: { readonly most: number; readonly piece: number },
): AsyncGenerator<readonly Transaction[]> {
  const search = await searchOf(db.kysely, filter, assets);
  let from: Place | undefined;
  for (let read = 0; read < most; read += piece) {
    const stretch = stretchOf(filter, {
      from,
      oldestFirst: filter.order === 'oldest',
      limit: Math.min(piece, most - read),
    });
    const rows = await readInOrder(db, (tx) => readStretch(tx, { filter, search, stretch }));
    if (rows.length > 0) yield rows;
    if (rows.length < piece) return;
    from = rows.at(-1)?.place;
  }
}

function readIf(cursor: string | undefined): Place | undefined {
  return cursor === undefined ? undefined : readCursor(cursor);
}

async function searchOf(
  db: DbReader,
  { search }: TransactionFilter,
  assets: SearchedAssets,
): Promise<Search | undefined> {
  return search === undefined || search === '' ? undefined : findSearch(db, search, assets);
}

function stretchOf(
  { from: first, until }: TransactionFilter,
  { from, oldestFirst, limit }: { readonly from: Place | undefined } & Pick<Stretch, 'oldestFirst' | 'limit'>,
): Stretch {
  const above = first === undefined ? lowestPlace : startOfDay(first);
  const below = until === undefined ? highestPlace : startOfDay(dayAfter(until));
  if (from === undefined) return { above, below, oldestFirst, limit };
  return oldestFirst
    ? { above: comparePlaces(from, above) > 0 ? from : above, below, oldestFirst, limit }
    : { above, below: comparePlaces(from, below) < 0 ? from : below, oldestFirst, limit };
}

type Reading = {
  readonly filter: TransactionFilter;
  readonly search: Search | undefined;
  readonly stretch: Stretch;
};

/** The rows of a stretch from every source that can have some, as one list. */
async function readStretch(db: DbReader, reading: Reading): Promise<Transaction[]> {
  const { search, stretch } = reading;
  if (isNobody(reading)) return [];
  const wanted = wantedOf(reading);
  const sources = sourcesOf(wanted);
  const idsOf = (source: Transaction['source']): readonly string[] | undefined =>
    search?.found?.filter((each) => each.source === source).map(({ id }) => id);
  const rows: Transaction[] = [];
  if (sources.has('record')) rows.push(...(await readRecords(db, { wanted, stretch, ids: idsOf('record') })));
  if (sources.has('arrival'))
    rows.push(...(await selectArrivalRows(db, arrivalWay(idsOf('arrival')), wanted, stretch)));
  if (sources.has('item'))
    rows.push(...(await selectItemRows(db, await itemWay(db, wanted, idsOf('item')), wanted, stretch)));
  if (sources.has('journal') && search?.address === undefined)
    rows.push(...(await selectJournalRows(db, journalWay(idsOf('journal')), wanted, stretch)));
  const direction = stretch.oldestFirst ? 1 : -1;
  return rows.toSorted((one, other) => direction * comparePlaces(one.place, other.place)).slice(0, stretch.limit);
}

/** Whether the filter names one person and the search another one. */
function isNobody({ filter, search }: Reading): boolean {
  return filter.person !== undefined && search?.personId !== undefined && filter.person !== search.personId;
}

function wantedOf({ filter, search }: Reading): Wanted {
  // Who looks for one thing finds it, whatever it is.
  const isNamed = search?.found !== undefined;
  const noise = filter.noise === 'shown' || isNamed || filter.kind === 'unknown';
  const all: readonly TransactionKind[] = transactionKind.options.filter((kind) => noise || kind !== 'unknown');
  return {
    kinds: filter.kind === undefined ? all : [filter.kind],
    state: filter.state,
    assets: filter.asset === undefined ? assetIds : [filter.asset],
    personId: filter.person ?? search?.personId,
    address: search?.address,
    amounts: search?.amounts,
    noise,
  };
}

async function readRecords(
  db: DbReader,
  {
    wanted,
    stretch,
    ids,
  }: { readonly wanted: Wanted; readonly stretch: Stretch; readonly ids: readonly string[] | undefined },
): Promise<readonly Transaction[]> {
  const found = new Map<string, Transaction>();
  // Ways can overlap: what somebody here paid to their own address is found by both of its sides.
  for (const { way, want } of await recordWays(db, wanted, ids)) {
    for (const row of await selectRecordRows(db, way, want, stretch)) found.set(row.id, row);
  }
  return [...found.values()];
}

type Way = { readonly way: RecordWay; readonly want: Wanted };

async function recordWays(db: DbReader, wanted: Wanted, ids: readonly string[] | undefined): Promise<readonly Way[]> {
  if (ids !== undefined)
    return ids.length === 0 ? [] : [{ way: { by: 'ids', ids }, want: { ...wanted, received: true } }];
  if (wanted.personId !== undefined) return ofPerson(wanted, wanted.personId);
  if (wanted.address !== undefined) {
    const owner = await selectWalletOf(db, wanted.address);
    const otherSide: Way = { way: { by: 'other-side', address: wanted.address }, want: wanted };
    return owner === undefined
      ? [otherSide]
      : [otherSide, ...ofPerson({ ...wanted, personId: owner.personId }, owner.personId)];
  }
  // Deposits alone can be too small for a list.
  const isDustWanted = wanted.noise && wanted.kinds.includes('deposit');
  const folded: readonly Way[] = isDustWanted ? [{ way: { by: 'folded' }, want: wanted }] : [];
  if (wanted.state !== undefined && wanted.state !== 'success')
    return [{ way: { by: 'state' }, want: wanted }, ...folded];
  return [{ way: { by: wanted.amounts === undefined ? 'kind' : 'amount' }, want: wanted }, ...folded];
}

function ofPerson(want: Wanted, personId: Wanted['personId'] & string): readonly Way[] {
  const way = (folded: boolean): Way => ({ way: { by: 'person', personId, folded }, want });
  return want.noise ? [way(false), way(true)] : [way(false)];
}

function arrivalWay(ids: readonly string[] | undefined) {
  return ids === undefined ? ({ by: 'all' } as const) : ({ by: 'ids', ids } as const);
}

function journalWay(ids: readonly string[] | undefined): JournalWay {
  return ids === undefined ? { by: 'all' } : { by: 'ids', ids };
}

async function itemWay(db: DbReader, wanted: Wanted, ids: readonly string[] | undefined): Promise<ItemWay> {
  if (ids !== undefined) return { by: 'ids', ids };
  if (wanted.address !== undefined) return { by: 'addresses', addresses: [wanted.address] };
  if (wanted.personId !== undefined) return { by: 'addresses', addresses: await selectAddresses(db, wanted.personId) };
  return { by: 'all' };
}
