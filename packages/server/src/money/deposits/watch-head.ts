import type { Database, DbTx } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import type { BlockFacts } from '@tern/tron/block-facts';
import { findBlockHead, getHeadBlock, getSolidBlock } from '@tern/tron/get-block-head';
import { listOutflows } from '@tern/tron/list-outflows';
import { readBlock } from '@tern/tron/read-block';
import {
  deleteSeenBelow,
  deleteSeenFrom,
  insertSeenBlock,
  lockHeadBlocks,
  selectSeenBlocks,
  upsertChainHeads,
  type SeenBlock,
} from '../../chain/chain-view/public.ts';
import { listDisownedAmong, listOwnersAmong } from '../../people/wallets/public.ts';
import { listOrdered, type BookBlocksDeps } from './book-blocks.ts';
import { lockCursor, selectBookedAmong, selectPendingFrom, takePendingAmong, upsertPending } from './deposit-store.ts';
import { chooseDestination, findInflows, inflowKey, listParties, quarantineUnordered } from './deposit.ts';
import { markRecordsLost, takeRecordsOutOfBlock } from './mark-records-lost.ts';
import type { Nodes } from './read-agreed-block.ts';
import { showDeposits, type ShownDeposit } from './show-deposits.ts';
import { selectFrozenTokens } from './token-watch-store.ts';

export type WatchHeadDeps = Omit<BookBlocksDeps, 'activation' | 'houseAddresses'> & {
  readonly db: Database;
  readonly nodes: Nodes;
  /** Whether every node is known to save internal transactions: what one of them might not show is not promised. */
  readonly trxFromContracts: boolean;
};

/**
 * Worker step: follows the head of the first node and shows what is on its way to people, as "seen n of 19". When the
 * head moves to another branch, what only the old one contained is still on its way, in no block: the new branch may bring
 * it later, and the reader tells people that it did not arrive once the final chain has passed without it. A node that has
 * merely fallen behind changes nothing. Never moves money. Returns how many blocks it looked at.
 */
export async function watchHead(deps: WatchHeadDeps, { limit }: { readonly limit: number }): Promise<number> {
  const [node] = deps.nodes;
  const solid = await getSolidBlock(node);
  const head = await getHeadBlock(node);
  await transact(deps.db, (tx) => upsertChainHeads(tx, { head, solid }));

  const seen = await selectSeenBlocks(deps.db.kysely);
  const { forkPoint, isLeft } = await findForkPoint(deps, seen);
  let base = forkPoint;
  if (seen.length > 0 && base?.number !== seen[0]?.number) {
    if (!isLeft) return 0;
    await leaveBranch(deps, seen, base);
  }
  // What is irreversible already is booked by the reader; showing it as on its way would only cost time.
  const from = Math.max((base?.number ?? 0) + 1, solid.number + 1);
  const to = Math.min(head.number, from + limit - 1);
  let looked = 0;
  for (let number = from; number <= to; number += 1) {
    const block = await readBlock(node, { view: 'head', number });
    const follows = block !== undefined && (base?.number !== number - 1 || base.id === block.parentId);
    if (!follows || !(await showBlock(deps, block, { base, solidNumber: solid.number }))) return looked;
    base = { number, id: block.id };
    looked += 1;
  }
  return looked;
}

type Standing = {
  /** The newest block looked at that the node still has; undefined when it has none. */
  readonly forkPoint: SeenBlock | undefined;
  /** Whether it has another block in the place of one looked at, rather than none. */
  readonly isLeft: boolean;
};

async function findForkPoint({ nodes: [node] }: WatchHeadDeps, seen: readonly SeenBlock[]): Promise<Standing> {
  let isLeft = false;
  for (const block of seen) {
    const now = await findBlockHead(node, { view: 'head', number: block.number });
    if (now?.id === block.id) return { forkPoint: block, isLeft };
    if (now !== undefined) isLeft = true;
  }
  return { forkPoint: undefined, isLeft };
}

async function leaveBranch(
  deps: WatchHeadDeps,
  seen: readonly SeenBlock[],
  base: SeenBlock | undefined,
): Promise<void> {
  const firstLost = base === undefined ? Math.min(...seen.map(({ number }) => number)) : base.number + 1;
  await transact(deps.db, async (tx) => {
    await lockHeadBlocks(tx);
    const [newest] = await selectSeenBlocks(tx);
    if (newest?.id !== seen[0]?.id) return;
    await takeRecordsOutOfBlock(tx, await selectPendingFrom(tx, firstLost));
    await deleteSeenFrom(tx, firstLost);
  });
}

/** False when another process has been here first. */
async function showBlock(
  deps: WatchHeadDeps,
  block: BlockFacts,
  { base, solidNumber }: { readonly base: SeenBlock | undefined; readonly solidNumber: number },
): Promise<boolean> {
  return await transact(deps.db, async (tx) => {
    await lockHeadBlocks(tx);
    const [newest] = await selectSeenBlocks(tx);
    if (newest?.id !== base?.id) return false;
    // Against the reader: a block it has booked meanwhile must not be shown as on its way.
    const cursor = await lockCursor(tx);
    if (cursor === undefined || cursor.number < block.number) await showInflows(tx, deps, block);
    await insertSeenBlock(tx, block);
    await deleteSeenBelow(tx, solidNumber);
    return true;
  });
}

async function showInflows(tx: DbTx, deps: WatchHeadDeps, block: BlockFacts): Promise<void> {
  const owners = await listOwnersAmong(tx, listParties([block], deps.tokens));
  const rules = { ownAddresses: owners, tokens: deps.tokens };
  const outflows = listOutflows(block, rules);
  const incoming = findInflows(block, rules);
  const ordered = await listOrdered(
    tx,
    deps,
    [...outflows, ...incoming.inflows].map(({ txId }) => txId),
  );
  const { inflows } = quarantineUnordered(incoming, outflows, ordered);
  const booked = await selectBookedAmong(tx, inflows);
  const frozen = await selectFrozenTokens(tx);
  const disowned = await listDisownedAmong(
    tx,
    inflows.map(({ to }) => to),
  );
  const coming = inflows.flatMap((inflow): ShownDeposit[] => {
    const destination = chooseDestination(inflow, {
      wallet: owners.get(inflow.to),
      // What the signer has not said of an address is found out before it is credited.
      address: disowned.has(inflow.to) ? 'disowned' : 'affirmed',
      isHouseAddress: false,
      isFundingSource: false,
      isOwnTransaction: ordered.has(inflow.txId),
      isShownByAll: deps.trxFromContracts,
      frozen,
      tokenProven: true,
    });
    if (destination.to !== 'customer' || booked.has(inflowKey(inflow))) return [];
    return [{ inflow, wallet: destination.wallet, block }];
  });
  const before = await takePendingAmong(
    tx,
    coming.map(({ inflow }) => inflow),
  );
  const recordIds = await showDeposits(tx, deps, coming);
  const shown = new Set(recordIds);
  await markRecordsLost(
    tx,
    [...before.values()].filter((recordId) => !shown.has(recordId)),
  );
  for (const [at, { inflow, wallet }] of coming.entries()) {
    const recordId = recordIds[at];
    if (recordId !== undefined) await upsertPending(tx, { inflow, walletId: wallet.id, recordId, block });
  }
}
