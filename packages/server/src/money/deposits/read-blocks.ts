import { crashPoint } from '@tern/base/crash-point';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { findBlockHead, getSolidBlock, type BlockHead } from '@tern/tron/get-block-head';
import { NodeFault } from '@tern/tron/node-fault';
import type { AffirmAddresses } from '../../people/wallets/public.ts';
import { bookBlocks, type BlocksToBook, type BookBlocksDeps, type DepositReport } from './book-blocks.ts';
import { insertCursor, lockCursor, moveCursor, selectCursor, takeCursor, type Cursor } from './deposit-store.ts';
import { listReceivers } from './list-receivers.ts';
import type { ProveTokens } from './prove-tokens.ts';
import type { AgreedBlock, Nodes } from './read-agreed-block.ts';
import { readAhead } from './read-ahead.ts';
import { ScanFault } from './scan-fault.ts';
import type { SingleNodeRules } from './single-node-reading.ts';
import { endSingleNodeReading, insertSingleNodeReading, selectSingleNodeReading } from './single-node-store.ts';

export type ReadBlocksDeps = BookBlocksDeps & {
  readonly db: Database;
  readonly nodes: Nodes;
  /**
   * Where a new installation begins: `first-block` books the whole chain, `solid-head` what comes after now (no address
   * of ours existed before).
   */
  readonly startAt: 'first-block' | 'solid-head';
  readonly proveTokens: ProveTokens;
  readonly affirmAddresses: AffirmAddresses;
  /** Absent where every node has to answer, however long one is silent. */
  readonly singleNode?: SingleNodeRules;
  /** Told, once it is committed, of everything that waits for an operator. */
  readonly report: (report: DepositReport) => void;
  /** Told, once it is committed, how far reading has come. */
  readonly progress?: (progress: ReadProgress) => void;
};

/** The last block booked, and the last one that could be. */
export type ReadProgress = { readonly booked: number; readonly solid: number };

// Of one database transaction: catching up is bound by round trips and commits, and people should not wait for the
// accounts of a batch longer than a moment.
const batchMax = { blocks: 16, transactions: 3_000 };

/**
 * Worker step: books the next solidified blocks, in order, together with the cursor. Returns how many.
 * Any number of processes may run it: each block is booked by the one that finds the cursor right before it.
 * Throws `NodeFault` or `ScanFault` without having booked the block at fault.
 */
export async function readBlocks(deps: ReadBlocksDeps, { limit }: { readonly limit: number }): Promise<number> {
  crashPoint('d0');
  const { nodes, solid } = await askNodes(deps);
  let cursor = (await selectCursor(deps.db.kysely)) ?? (await beginReading(deps, solid));
  const singleNode =
    deps.singleNode !== undefined && nodes.length === 1 && deps.nodes.length > 1 ? deps.singleNode : undefined;
  if (singleNode !== undefined) await insertSingleNodeReading(deps.db.kysely, cursor);
  else if (deps.singleNode !== undefined && deps.nodes.length > 1) cursor = await readAgain(deps, cursor);
  const { number: start } = cursor;
  const last = Math.min(solid.number, start + limit);
  const ahead = readAhead({ nodes, from: start + 1, to: last });
  while (cursor.number < last) {
    const blocks = await ahead.take(batchMax);
    if (blocks.length === 0) break;
    crashPoint('d1');
    const chained = takeChained(cursor, blocks);
    const tokens = await deps.proveTokens(chained, solid, nodes[0]);
    const affirmed = await deps.affirmAddresses(await listReceivers(deps.db.kysely, deps, chained));
    const booked = await bookNext(deps, cursor, { blocks: chained, tokens, affirmed, singleNode });
    if (booked === undefined) break;
    crashPoint('d3');
    cursor = booked;
    deps.progress?.({ booked: cursor.number, solid: solid.number });
  }
  return cursor.number - start;
}

/**
 * Who tells the blocks now, and the lower of their solidified heads. Two nodes that answer are enough where more are
 * configured; where one is left, it is alone. Throws the fault of a node that is not known to be dead.
 */
async function askNodes({
  nodes,
  singleNode,
}: ReadBlocksDeps): Promise<{ readonly nodes: Nodes; readonly solid: BlockHead }> {
  const answers = await Promise.allSettled(nodes.map((node) => getSolidBlock(node)));
  const told: { readonly node: Nodes[number]; readonly head: BlockHead }[] = [];
  const silent: unknown[] = [];
  let fault: unknown;
  for (const [at, answer] of answers.entries()) {
    const node = nodes[at] as Nodes[number];
    if (answer.status === 'fulfilled') {
      singleNode?.silence.hear(node.name);
      told.push({ node, head: answer.value });
    } else if (isSilence(answer.reason) && singleNode?.silence.isLong(node.name) === true) silent.push(answer.reason);
    else fault = answer.reason;
  }
  const [first, ...others] = told;
  if (fault !== undefined || first === undefined) throw (fault ?? silent[0]) as Error;
  const solid = others.reduce((lowest, { head }) => (head.number < lowest.number ? head : lowest), first.head);
  return { nodes: [first.node, ...others.map(({ node }) => node)], solid };
}

function isSilence(fault: unknown): boolean {
  return fault instanceof NodeFault && (fault.kind === 'unavailable' || fault.kind === 'timeout');
}

/** What one node alone told is read again from its beginning, now that others tell it too. */
async function readAgain({ db }: ReadBlocksDeps, cursor: Cursor): Promise<Cursor> {
  if ((await selectSingleNodeReading(db.kysely)) === undefined) return cursor;
  return await transact(db, async (tx) => {
    const current = (await lockCursor(tx)) ?? cursor;
    const from = await endSingleNodeReading(tx, current.number);
    if (from !== undefined) await moveCursor(tx, from);
    return from ?? current;
  });
}

async function beginReading({ db, nodes, startAt }: ReadBlocksDeps, solid: BlockHead): Promise<Cursor> {
  const genesis = startAt === 'first-block' ? await findBlockHead(nodes[0], { view: 'solid', number: 0 }) : undefined;
  await insertCursor(db.kysely, genesis ?? solid);
  const cursor = await selectCursor(db.kysely);
  if (cursor === undefined) throw new ScanFault('chain-broken', 'the cursor vanished');
  return cursor;
}

/** Where the cursor stands now; undefined when another process has been here first. */
async function bookNext(deps: ReadBlocksDeps, cursor: Cursor, reading: BlocksToBook): Promise<Cursor | undefined> {
  const booked = await transact(deps.db, async (tx) => {
    if (!(await takeCursor(tx, cursor))) return undefined;
    const { newest, reports } = await bookBlocks(tx, deps, reading);
    if (newest === undefined) return undefined;
    const moved = { number: newest.number, id: newest.id, time: new Date(newest.timeMs) };
    await moveCursor(tx, moved);
    return { moved, reports };
  });
  for (const report of booked?.reports ?? []) deps.report(report);
  return booked?.moved;
}

/**
 * The blocks that follow each other from the cursor on; what comes after a gap is looked at again in the next round.
 * Throws `ScanFault` where the very first does not follow.
 */
function takeChained(cursor: Pick<Cursor, 'id'>, read: readonly AgreedBlock[]): readonly AgreedBlock[] {
  const [first] = read;
  if (first !== undefined && first.parentId !== cursor.id) {
    throw new ScanFault('chain-broken', `block ${first.number} follows ${first.parentId}, not ${cursor.id}`);
  }
  let parentId = cursor.id;
  const broken = read.findIndex((block) => {
    const follows = block.parentId === parentId;
    parentId = block.id;
    return !follows;
  });
  return broken === -1 ? read : read.slice(0, broken);
}
