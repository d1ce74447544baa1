import { hash, randomBytes } from 'node:crypto';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { assetIds, type AssetId } from '@tern/money/asset';
import { whenDue } from '@tern/proofs/liabilities/when-due';
import { readLogHead } from '../ledger-log/public.ts';
import { withListBuilders, type BuildList } from './list-builder.ts';
import type { BuiltList } from './list-order.ts';
import { packedBalanceBytes } from './packed-balances.ts';
import { readHeld, type Held } from './read-held.ts';
import { readCustomers, readHouseOwed, sumCustomers } from './read-owed.ts';
import {
  balancesPerRow,
  claimSnapshot,
  findBookedBlock,
  findDemand,
  findLastDaily,
  findLastSnapshot,
  insertBalances,
  insertChunks,
  insertList,
  insertSnapshot,
  storeBeforeLists,
  waitForLists,
} from './snapshot-store.ts';
import { partMaxOf, splitBalance, type Owed, type SplitRules } from './split-balance.ts';
import { UnsoundListError } from './unsound-list-error.ts';
import { writeStatement, type ListedAsset } from './write-statement.ts';

/**
 * Takes the day's snapshot of everything that is owed once it is due, or one that two operators asked for: the books as one
 * transaction sees them, at the newest block whose deposits are booked. Nothing waits for it, and two workers do not take two.
 * Returns whether one was taken.
 * @throws UnsoundLogError where the ledger's public log is not what was published of it before; UnsoundListError where a list
 *   lacks somebody or counts a balance away; RangeError for a balance below 0
 */
export async function takeSnapshot({ db }: { readonly db: Database }): Promise<boolean> {
  return await transact(db, async (tx) => {
    if (!(await claimSnapshot(tx))) return false;
    await waitForLists(tx);
    // A transaction of its own, which ends before the lists are built: as long as it lasts, PostgreSQL removes no older version of
    // a row, and everybody who moves money reads past all of them. The claim above reads nothing and holds nothing back.
    return await withListBuilders(async ({ build, startAhead }) => {
      const options = { isolation: 'repeatable read' } as const;
      const read = await transact(db, (books) => readIfDue(books, () => startAhead(assetIds.length)), options);
      if (read === undefined) return false;
      await publish(tx, read, build);
      return true;
    });
  });
}

/** The books at the moment of a snapshot. */
type Read = {
  readonly number: number;
  readonly day: string;
  readonly dueAt: Date;
  readonly block: NonNullable<Awaited<ReturnType<typeof findBookedBlock>>>;
  readonly previous: string | undefined;
  /** The change by which operators asked for it; undefined for the count of the day. */
  readonly changeId: string | undefined;
  readonly log: Awaited<ReturnType<typeof readLogHead>>;
  readonly seed: Buffer;
  readonly assets: readonly ReadAsset[];
};

/** Undefined where no snapshot is due; `onDue` is called before anything long is read. */
async function readIfDue(tx: DbTx, onDue: () => void): Promise<Read | undefined> {
  const last = await findLastSnapshot(tx);
  const block = await findBookedBlock(tx);
  if (block === undefined) return undefined;
  const day = block.at.toISOString().slice(0, 10);
  const turn = (await findDaysTurn(tx, day, block.at)) ?? (await findDemand(tx));
  if (turn === undefined || block.at < turn.at) return undefined;
  onDue();
  const log = await readLogHead(tx);
  const number = (last?.number ?? 0) + 1;
  const seed = randomBytes(32);
  const assets = await readAssets(tx, { number, seed });
  return {
    number,
    day,
    dueAt: turn.at,
    block,
    previous: last?.statementHash,
    changeId: turn.changeId,
    log,
    seed,
    assets,
  };
}

async function publish(tx: DbTx, { previous, assets, ...read }: Read, build: BuildList): Promise<void> {
  await storeBeforeLists(tx);
  const lists = await Promise.all(assets.map((asset) => buildAndStore(build, { tx, number: read.number, asset })));
  const statement = writeStatement({
    ...read,
    previous,
    demanded: read.changeId !== undefined,
    assets: lists.map(({ listed }) => listed),
  });
  await insertSnapshot(tx, { ...read, statement, statementHash: hash('sha256', statement, 'buffer') });
  for (const each of lists) await storeList(tx, read.number, each);
}

/**
 * When the count of the day was due, once that moment has come and the count is not there; undefined otherwise. It follows from
 * the last count of a day alone: whoever could ask for counts until the moment suits them would choose it.
 */
async function findDaysTurn(
  tx: DbTx,
  day: string,
  now: Date,
): Promise<{ readonly at: Date; readonly changeId?: undefined } | undefined> {
  const last = await findLastDaily(tx);
  const at = whenDue(day, last?.blockId ?? '');
  return (last !== undefined && last.day >= day) || now < at ? undefined : { at };
}

type ReadAsset = {
  readonly rules: SplitRules & { readonly assetId: AssetId };
  readonly owed: bigint;
  /** What all customers together are owed. */
  readonly customers: bigint;
  /** Customers' accounts as rows of text. */
  readonly accounts: readonly Uint8Array[];
  readonly house: readonly Owed[];
  readonly held: readonly Held[];
};

/** Reads all that is owed and held of each asset. */
async function readAssets(
  tx: DbTx,
  { number, seed }: { readonly number: number; readonly seed: Buffer },
): Promise<readonly ReadAsset[]> {
  const sums = await sumCustomers(tx);
  const accounts = await collectCustomers(tx);
  const assets: ReadAsset[] = [];
  for (const assetId of assetIds) {
    const house = await readHouseOwed(tx, assetId);
    const customers = sums.get(assetId) ?? 0n;
    const owed = house.reduce((sum, { amount }) => sum + amount, customers);
    const rules = { snapshot: number, assetId, partMax: partMaxOf(owed), seed };
    const held = await readHeld(tx, assetId);
    assets.push({ rules, owed, customers, accounts: accounts.get(assetId) ?? [], house, held });
  }
  return assets;
}

async function collectCustomers(tx: DbTx): Promise<ReadonlyMap<AssetId, readonly Uint8Array[]>> {
  const accounts = new Map<AssetId, Uint8Array[]>(assetIds.map((assetId) => [assetId, []]));
  for await (const each of readCustomers(tx)) accounts.get(each.assetId)?.push(each.accounts);
  return accounts;
}

type List = { readonly listed: ListedAsset; readonly built: BuiltList };

/** The pieces are stored while the rest of the list is built, with one connection for all lists. */
async function buildAndStore(
  build: BuildList,
  { tx, number, asset }: { readonly tx: DbTx; readonly number: number; readonly asset: ReadAsset },
): Promise<List> {
  const { rules, owed, customers, accounts, house, held } = asset;
  const { assetId, partMax } = rules;
  const built = await build({ rules, house, customers: accounts }, async (piece) => {
    if (piece.kind === 'chunks') await insertChunks(tx, { number, assetId, ...piece });
    else await storeBalances(tx, { number, assetId, balances: piece.balances });
  });
  // An account whose wallet is not found would be missing in silence.
  if (built.listed !== customers) throw new UnsoundListError({ assetId, owed: customers, listed: built.listed });
  const opened = house.flatMap((each) => splitBalance(each, rules));
  return { listed: { assetId, owed, partMax, lines: built.count, root: built.root, house: opened, held }, built };
}

/** Rows of balances of one statement, less than a megabyte. */
const balanceRowsAtOnce = 400;

async function storeBalances(
  tx: DbTx,
  { number, assetId, balances }: { readonly number: number; readonly assetId: AssetId; readonly balances: Buffer },
): Promise<void> {
  const balancesAtOnce = balanceRowsAtOnce * balancesPerRow * packedBalanceBytes;
  for (let at = 0; at < balances.length; at += balancesAtOnce)
    await insertBalances(tx, { number, assetId, balances: balances.subarray(at, at + balancesAtOnce) });
}

async function storeList(tx: DbTx, number: number, { listed, built: { nodes, further } }: List): Promise<void> {
  const { assetId, owed, partMax, root, lines } = listed;
  await insertList(tx, { number, assetId, owed, partMax, lines, root: Buffer.from(root, 'hex'), nodes, further });
}
