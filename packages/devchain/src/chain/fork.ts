import { requeueTransactions } from './add-transaction.ts';
import type { ChainCore } from './core.ts';
import { sealPending } from './seal-pending.ts';
import { forgetAbove, solidHeight } from './sight.ts';

/** Remembers this moment. Lives as long as the process. */
export function takeSnapshot(core: ChainCore): string {
  const id = `snapshot-${core.snapshots.size + 1}`;
  const pending = [...core.pending.records.values()].map(({ transaction }) => transaction);
  core.snapshots.set(id, { height: core.history.head().number, pending, time: core.time.saved() });
  return id;
}

/**
 * Goes back to a snapshot: later blocks are gone, what was pending then is pending again.
 * Throws `RangeError` for an unknown id. To be called inside `core.exclusively`.
 */
export async function revertToSnapshot(core: ChainCore, id: string): Promise<void> {
  const snapshot = core.snapshots.get(id);
  if (snapshot === undefined) throw new RangeError(`no snapshot ${id}`);
  dropBlocksAbove(core, snapshot.height);
  core.time.restore(snapshot.time);
  core.log.append({ kind: 'time', ...snapshot.time });
  await requeueTransactions(core, snapshot.pending);
}

export type Reorganisation = {
  /** How many blocks are replaced. */
  readonly depth: number;
  /** Length of the new branch; a branch wins by being longer, so at least `depth + 1`, which is the default. */
  readonly blocks?: number;
  /** Whether transactions of the old branch run again in the new one (default) or are lost. */
  readonly transactions?: 'requeue' | 'drop';
};

/**
 * Replaces the last blocks by a longer branch with other ids. Solidified blocks are never replaced: throws `RangeError`
 * when `depth` reaches below the solidified head. To be called inside `core.exclusively`.
 */
export async function reorganise(core: ChainCore, input: Reorganisation): Promise<void> {
  const { depth, blocks = depth + 1, transactions = 'requeue' } = input;
  const head = core.history.head();
  const target = head.number - depth;
  if (!Number.isInteger(depth) || depth < 1 || target < Math.max(solidHeight(core), 1)) {
    throw new RangeError(`depth must be from 1 to ${head.number - Math.max(solidHeight(core), 1)}`);
  }
  if (!Number.isInteger(blocks) || blocks <= depth)
    throw new RangeError('the new branch must be longer than the old one');
  const replaced = [...core.pending.records.values()].map(({ transaction }) => transaction);
  const removed = dropBlocksAbove(core, target);
  // The branches must differ even where both are empty: the new one starts a millisecond later.
  core.pending.timestampMs = core.time.nextBlockMs(core.history.head().timestampMs) + 1;
  const lost = removed.flatMap((block) => block.transactions.map(({ transaction }) => transaction));
  await requeueTransactions(core, transactions === 'requeue' ? [...lost, ...replaced] : replaced);
  for (let mined = 0; mined < blocks; mined += 1) sealPending(core);
}

function dropBlocksAbove(core: ChainCore, height: number) {
  core.store.revertTo(height);
  core.pending.records.clear();
  core.pending.timestampMs = undefined;
  for (const [id, snapshot] of core.snapshots) if (snapshot.height > height) core.snapshots.delete(id);
  for (const node of core.nodes) forgetAbove(core, node, height);
  core.log.append({ kind: 'revert', height });
  return core.history.truncate(height);
}
