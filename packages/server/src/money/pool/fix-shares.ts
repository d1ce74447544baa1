import { crashPoint } from '@tern/base/crash-point';
import type { DistributionId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import { houseAccount } from '@tern/ledger/account';
import { subtract } from '@tern/money/units';
import { buildTree, growTree, rootOf } from '@tern/proofs/merkle-tree';
import { shareLeaf } from '@tern/proofs/share-leaf';
import { holdAllWallets } from '../../people/wallets/public.ts';
import {
  fixDistribution,
  insertNodes,
  insertShares,
  isSettled,
  readBalanceAt,
  selectPublishedShares,
} from './distribution-store.ts';
import type { Distribution } from './distribution.ts';
import { shareOfPool } from './share-pool.ts';

/** Lines below one kept hash of the tree: a power of two, so that a block of lines is a whole subtree. */
export const linesPerNode = 1_024;

/**
 * Computes who gets what from the ledger as it was at the end of the period, and fixes it together with the root of the
 * published tree, in one transaction. Computed again after a crash it is the same. Returns false while a transaction
 * of the period may still be open.
 */
export async function fixShares(tx: DbTx, distribution: Distribution): Promise<boolean> {
  const { id, endsAt } = distribution;
  if (!(await isSettled(tx, id))) return false;
  // Who closes their account comes before and has no share, or after and is seen to be owed one.
  await holdAllWallets(tx);
  const pool = await readBalanceAt(tx, await houseAccount(tx, 'reward-pool', 'reward'), endsAt);
  const distributed = shareOfPool(pool, distribution.shareBasisPoints);
  const { given, ...sums } = await insertShares(tx, distribution, distributed);
  const root = await hashShares(tx, id);
  crashPoint('r2');
  await fixDistribution(tx, {
    id,
    totals: { pool, distributed, remainder: subtract(distributed, given), ...sums },
    root,
  });
  return true;
}

async function hashShares(tx: DbTx, id: DistributionId): Promise<string> {
  const nodes: Uint8Array[] = [];
  for (let first = 1; ; first += linesPerNode) {
    const lines = await selectPublishedShares(tx, { id, first, limit: linesPerNode });
    if (lines.length === 0) break;
    nodes.push(Buffer.from(rootOf(buildTree(lines.map(shareLeaf))), 'hex'));
  }
  await insertNodes(tx, id, nodes);
  return rootOf(nodes.length === 0 ? buildTree([]) : growTree(nodes));
}
