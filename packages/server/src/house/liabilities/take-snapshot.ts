import { hash, randomBytes } from 'node:crypto';
import { assert } from '@tern/base/assert';
import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { assetIds, type AssetId } from '@tern/money/asset';
import type { LiabilityPart } from '@tern/proofs/liabilities/liability-part';
import { whenDue } from '@tern/proofs/liabilities/when-due';
import { readLogHead } from '../ledger-log/public.ts';
import { lineBytes, openLeafList, type LeafList } from './leaf-list.ts';
import { packBalances } from './packed-balances.ts';
import { readHeld } from './read-held.ts';
import { readCustomers, readHouseOwed, sumCustomers } from './read-owed.ts';
import {
  claimSnapshot,
  findBookedBlock,
  findDemand,
  findLastDaily,
  findLastSnapshot,
  insertBalances,
  insertChunk,
  insertList,
  insertSnapshot,
} from './snapshot-store.ts';
import { partMaxOf, splitBalance, type SplitRules } from './split-balance.ts';
import { foldNodes, hashLines } from './sum-levels.ts';
import { writeStatement, type ListedAsset } from './write-statement.ts';

/** Lines of one chunk of a list: a power of two, so that a chunk is a whole subtree. Part of the published format. */
export const linesPerChunk = 1_024;

/**
 * Takes the day's snapshot of everything that is owed once it is due, or one that two operators asked for: the books as one
 * transaction sees them, at the newest block whose deposits are booked. Nothing waits for it, and two workers do not take two.
 * Returns whether one was taken.
 * @throws UnsoundLogError where the ledger's public log is not what was published of it before
 */
export async function takeSnapshot({ db }: { readonly db: Database }): Promise<boolean> {
  return await transact(db, takeIfDue, { isolation: 'repeatable read' });
}

async function takeIfDue(tx: DbTx): Promise<boolean> {
  if (!(await claimSnapshot(tx))) return false;
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
  const lists: List[] = [];
  for (const assetId of assetIds) lists.push(await list(tx, { number, assetId, seed }));
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

type List = {
  readonly listed: ListedAsset;
  readonly lines: Buffer;
  readonly nodes: Buffer;
  readonly balances: readonly Buffer[];
};

async function list(
  tx: DbTx,
  { number, assetId, seed }: { readonly number: number; readonly assetId: AssetId; readonly seed: Buffer },
): Promise<List> {
  const house = await readHouseOwed(tx, assetId);
  const customers = await sumCustomers(tx, assetId);
  const owed = house.reduce((sum, { amount }) => sum + amount, customers);
  const rules: SplitRules = { snapshot: number, assetId, partMax: partMaxOf(owed), seed };
  const held = await readHeld(tx, assetId);
  const leaves = openLeafList();
  const opened = house.flatMap((each) => splitBalance(each, rules));
  addAll(leaves, opened);
  const balances: Buffer[] = [];
  let listed = 0n;
  for await (const accounts of readCustomers(tx, assetId)) {
    for (const each of accounts) {
      addAll(leaves, splitBalance(each, rules));
      listed += each.amount;
    }
    balances.push(packBalances(accounts));
  }
  // An account whose wallet is not found would be missing in silence.
  assert(listed === customers, `the list of ${assetId} has ${listed} of ${customers}`);
  const lines = leaves.finish(seed);
  const nodes = Buffer.concat(chunksOf(lines).map((chunk) => foldNodes(hashLines(chunk))));
  const root = foldNodes(nodes).subarray(0, 32).toString('hex');
  return {
    listed: { assetId, owed, partMax: rules.partMax, lines: lines.length / lineBytes, root, house: opened, held },
    lines,
    nodes,
    balances,
  };
}

function addAll(leaves: LeafList, parts: readonly LiabilityPart[]): void {
  for (const part of parts) leaves.add(part);
}

function chunksOf(lines: Buffer): readonly Buffer[] {
  const bytes = linesPerChunk * lineBytes;
  return Array.from({ length: lines.length / bytes }, (_, chunk) => lines.subarray(chunk * bytes, (chunk + 1) * bytes));
}

async function store(tx: DbTx, number: number, { listed, lines, nodes, balances }: List): Promise<void> {
  const { assetId, owed, partMax, root } = listed;
  await insertList(tx, { number, assetId, owed, partMax, lines: listed.lines, root: Buffer.from(root, 'hex'), nodes });
  for (const [chunk, each] of chunksOf(lines).entries()) await insertChunk(tx, { number, assetId, chunk, lines: each });
  for (const each of balances)
    await insertBalances(tx, { number, assetId, firstAccountId: each.readBigUInt64BE(0), balances: each });
}
