import { toHex } from '../crypto/bytes.ts';
import { encodeCell, encodeWrites } from '../state/cells.ts';
import type { Cell } from '../state/cells.ts';
import { sealBlock } from './block.ts';
import { closeBlock } from './close-block.ts';
import { pendingTimestampMs } from './core.ts';
import type { ChainCore } from './core.ts';
import { lowestHeight } from './sight.ts';
import { encodeTransaction } from './transaction.ts';
import type { Block } from './types.ts';

/** Closes the pending block, empty or not, and makes it the head. To be called inside `core.exclusively`. */
export function sealPending(core: ChainCore): Block {
  const head = core.history.head();
  const place = { number: head.number + 1, timestampMs: pendingTimestampMs(core) };
  closeBlock(core, place);
  const block = sealBlock(
    {
      ...place,
      parentId: head.id,
      transactions: [...core.pending.records.values()],
    },
    core.identity.witness.address,
  );
  const writes = core.store.seal(block.number);
  core.log.append({
    kind: 'block',
    number: block.number,
    timestampMs: block.timestampMs,
    transactions: block.transactions.map(({ transaction, receipt }) => ({
      hex: toHex(encodeTransaction(transaction)),
      receipt: encodeCell(receipt as unknown as Cell),
    })),
    writes: encodeWrites(writes),
  });
  core.time.sealed();
  placeBlock(core, block);
  pruneUndo(core);
  return block;
}

/** Puts a sealed block on top and starts the next one. */
export function placeBlock(core: ChainCore, block: Block): void {
  core.history.append(block);
  core.pending.timestampMs = undefined;
  core.pending.records.clear();
  for (const { held } of core.nodes) {
    for (const [id, { transaction }] of held) {
      if (transaction.raw_data.expiration <= BigInt(block.timestampMs)) held.delete(id);
    }
  }
}

/** Forgets undo layers that no node's view needs, neither now nor after a revert to any snapshot. */
export function pruneUndo(core: ChainCore): void {
  const snapshots = [...core.snapshots.values()].map(({ height }) => height - core.solidLag);
  const nodes = [...core.nodes].map((node) => lowestHeight(core, node));
  core.store.prune(Math.min(...nodes, ...snapshots));
}
