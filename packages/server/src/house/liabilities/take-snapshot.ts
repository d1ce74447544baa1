import { hash, randomBytes } from 'node:crypto';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { assetIds, type AssetId } from '@tern/money/asset';
import { whenDue } from '@tern/proofs/liabilities/when-due';
import { readLogHead } from '../ledger-log/public.ts';
import { chunkBytes } from './hash-list.ts';
import { lineBytes } from './leaf-list.ts';
import { withListBuilders, type ListBuilder } from './list-builder.ts';
import type { BuiltList } from './list-order.ts';
import { readHeld, type Held } from './read-held.ts';
import { readCustomers, readHouseOwed, sumCustomers } from './read-owed.ts';
import {
  claimSnapshot,
  findBookedBlock,
  findDemand,
  findLastDaily,
  findLastSnapshot,
  insertBalances,
  insertChunks,
  insertList,
  insertSnapshot,
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
 *   lacks somebody or counts a balance away
 */
export async function takeSnapshot({ db }: { readonly db: Database }): Promise<boolean> {
  return await transact(db, takeIfDue, { isolation: 'repeatable read' });
}

async function takeIfDue(tx: DbTx): Promise<boolean> {
  if (!(await claimSnapshot(tx))) return false;
  await waitForLists(tx);
  const last = await findLastSnapshot(tx);
  const block = await findBookedBlock(tx);
  if (block === undefined) return false;
  const day = block.at.toISOString().slice(0, 10);
  const turn = (await findDaysTurn(tx, day, block.at)) ?? (await findDemand(tx));
  if (turn === undefined || block.at < turn.at) return false;
  const { at: dueAt, changeId } = turn;
  const log = await readLogHead(tx);
  const number = (last?.number ?? 0) + 1;
  const seed = randomBytes(32);
  const lists = await withListBuilders(async (start) => {
    const building: Promise<List>[] = [];
    for (const assetId of assetIds) {
      const read = await readAsset(tx, start, { number, assetId, seed });
      const list = buildList(read);
      // Where reading the next asset fails, the threads are ended, and nobody waits for this list any more.
      list.catch(() => undefined);
      building.push(list);
    }
    return await Promise.all(building);
  });
  const statement = writeStatement({
    number,
    day,
    dueAt,
    block,
    previous: last?.statementHash,
    demanded: changeId !== undefined,
    assets: lists.map(({ listed }) => listed),
    log,
  });
  await insertSnapshot(tx, {
    number,
    day,
    dueAt,
    block,
    seed,
    statement,
    statementHash: hash('sha256', statement, 'buffer'),
    log,
    changeId,
  });
  for (const each of lists) await store(tx, number, each);
  return true;
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
  readonly customers: bigint;
  readonly house: readonly Owed[];
  readonly held: readonly Held[];
  readonly builder: ListBuilder;
};

/** Reads all that is owed and held of an asset; those to whom it is owed go on to a thread that builds their list. */
async function readAsset(
  tx: DbTx,
  start: (rules: SplitRules) => ListBuilder,
  { number, assetId, seed }: { readonly number: number; readonly assetId: AssetId; readonly seed: Buffer },
): Promise<ReadAsset> {
  const house = await readHouseOwed(tx, assetId);
  const customers = await sumCustomers(tx, assetId);
  const owed = house.reduce((sum, { amount }) => sum + amount, customers);
  const rules = { snapshot: number, assetId, partMax: partMaxOf(owed), seed };
  const held = await readHeld(tx, assetId);
  const builder = start(rules);
  await builder.addHouse(house);
  for await (const accounts of readCustomers(tx, assetId)) await builder.addCustomers(accounts);
  return { rules, owed, customers, house, held, builder };
}

type List = { readonly listed: ListedAsset; readonly built: BuiltList };

async function buildList({ rules, owed, customers, house, held, builder }: ReadAsset): Promise<List> {
  const { assetId, partMax } = rules;
  const built = await builder.finish();
  // An account whose wallet is not found would be missing in silence.
  if (built.listed !== customers) throw new UnsoundListError({ assetId, owed: customers, listed: built.listed });
  const lines = built.lines.length / lineBytes;
  const opened = house.flatMap((each) => splitBalance(each, rules));
  return { listed: { assetId, owed, partMax, lines, root: built.root, house: opened, held }, built };
}

/** Chunks of one statement, less than a megabyte. */
const chunksAtOnce = 16;

async function store(tx: DbTx, number: number, { listed, built }: List): Promise<void> {
  const { assetId, owed, partMax, root, lines } = listed;
  const { nodes, further } = built;
  await insertList(tx, { number, assetId, owed, partMax, lines, root: Buffer.from(root, 'hex'), nodes, further });
  for (let chunk = 0; chunk * chunkBytes < built.lines.length; chunk += chunksAtOnce) {
    const own = built.lines.subarray(chunk * chunkBytes, (chunk + chunksAtOnce) * chunkBytes);
    await insertChunks(tx, { number, assetId, chunk, lines: own });
  }
  for (const each of built.balances)
    await insertBalances(tx, { number, assetId, firstAccountId: each.readBigUInt64BE(0), balances: each });
}
