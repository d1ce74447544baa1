import { fromHex, toHex } from '../crypto/bytes.ts';
import { decodeCell, decodeWrites } from '../state/cells.ts';
import { runInPending } from './add-transaction.ts';
import { sealBlock } from './block.ts';
import type { ChainCore } from './core.ts';
import type { LogEntry } from './log.ts';
import { placeBlock, pruneUndo } from './seal-pending.ts';
import { decodeTransaction, transactionId } from './transaction.ts';
import type { Receipt, TransactionRecord } from './types.ts';

type PendingEntry = Extract<LogEntry, { kind: 'transaction' }>;
type BlockEntry = Extract<LogEntry, { kind: 'block' }>;

/**
 * Brings a chain at genesis to where its log ends. Blocks are taken over with the writes they had, nothing runs again;
 * what was pending runs anew in a block of the same time.
 */
export async function replay(core: ChainCore): Promise<void> {
  let pending: PendingEntry[] = [];
  for (const entry of core.log.read()) {
    if (entry.kind === 'transaction') {
      pending.push(entry);
    } else if (entry.kind === 'block') {
      restoreBlock(core, entry);
      pending = [];
    } else if (entry.kind === 'revert') {
      core.store.revertTo(entry.height);
      core.history.truncate(entry.height);
      pending = [];
    } else if (entry.kind === 'time') {
      core.time.restore(entry);
    }
  }
  // Only now: a revert in the log may have gone back further than one at this point could.
  pruneUndo(core);
  for (const { hex, timestampMs } of pending) {
    // The block they are in has the time its first transaction fixed, whatever moved time since.
    core.pending.timestampMs = timestampMs;
    await runInPending(core, decodeTransaction(fromHex(hex)));
  }
}

/** Refuses a log that another seed wrote. */
export function checkGenesis(first: LogEntry | undefined, genesisId: Uint8Array): void {
  if (first === undefined) return;
  if (first.kind !== 'genesis' || first.id !== toHex(genesisId)) {
    throw new Error('the data directory holds a chain of another seed; use that seed or another directory');
  }
}

function restoreBlock(core: ChainCore, entry: BlockEntry): void {
  const transactions = entry.transactions.map(({ hex, receipt }): TransactionRecord => {
    const transaction = decodeTransaction(fromHex(hex));
    return {
      id: transactionId(transaction),
      transaction,
      receipt: decodeCell(receipt) as unknown as Receipt,
    };
  });
  const parentId = core.history.head().id;
  const { number, timestampMs } = entry;
  core.store.apply(decodeWrites(entry.writes));
  core.store.seal(number);
  core.time.sealed();
  placeBlock(core, sealBlock({ number, timestampMs, parentId, transactions }, core.identity.witness.address));
}
