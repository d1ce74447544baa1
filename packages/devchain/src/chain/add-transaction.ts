import { toHex } from '../crypto/bytes.ts';
import type { Transaction } from '../proto/types.ts';
import { createWorkspace } from '../state/workspace.ts';
import { checkTransaction } from './check-transaction.ts';
import { pendingTimestampMs } from './core.ts';
import type { ChainCore } from './core.ts';
import { executeTransaction } from './execute-transaction.ts';
import type { ChainNode } from './node.ts';
import { BroadcastRefusal } from './refusal.ts';
import { encodeTransaction, transactionId } from './transaction.ts';
import type { TransactionRecord } from './types.ts';

/**
 * Takes a broadcast at a node: checks it and runs it in the pending block, unless a fault keeps it aside.
 * Throws `BroadcastRefusal`. To be called inside `core.exclusively`.
 */
export async function acceptTransaction(
  core: ChainCore,
  { faults, held }: ChainNode,
  transaction: Transaction,
): Promise<TransactionRecord> {
  if (held.has(transactionId(transaction))) throw new BroadcastRefusal('DUP_TRANSACTION_ERROR');
  checkNew(core, transaction);
  if (faults.take('drop') !== undefined) return runAside(core, transaction);
  if (faults.take('hold') === undefined) return addTransaction(core, transaction);
  const record = await runAside(core, transaction);
  held.set(record.id, record);
  return record;
}

/**
 * Runs transactions the chain had taken before, on what is its head now; those it no longer takes are lost, as on a real
 * node. To be called inside `core.exclusively`.
 */
export async function requeueTransactions(core: ChainCore, transactions: readonly Transaction[]): Promise<void> {
  for (const transaction of transactions) {
    try {
      checkNew(core, transaction);
      await addTransaction(core, transaction);
    } catch (error) {
      if (!(error instanceof BroadcastRefusal)) throw error;
    }
  }
}

/** Runs an already checked transaction in the pending block and logs it. To be called inside `core.exclusively`. */
export async function addTransaction(core: ChainCore, transaction: Transaction): Promise<TransactionRecord> {
  const record = await runInPending(core, transaction);
  core.log.append({
    kind: 'transaction',
    hex: toHex(encodeTransaction(transaction)),
    timestampMs: pendingTimestampMs(core),
  });
  return record;
}

/** Runs an already checked transaction in the pending block. */
export async function runInPending(core: ChainCore, transaction: Transaction): Promise<TransactionRecord> {
  const id = transactionId(transaction);
  const timestampMs = pendingTimestampMs(core);
  const state = createWorkspace(core.store);
  const receipt = await executeTransaction(core, {
    state,
    transaction,
    block: pendingBlock(core, timestampMs),
  });
  const record = { id, transaction, receipt };
  core.store.apply(state.writes());
  core.pending.timestampMs = timestampMs;
  core.pending.records.set(id, record);
  return record;
}

/** A transaction that ran but is in no block yet. */
export function findPending(core: ChainCore, txId: string): TransactionRecord | undefined {
  return core.pending.records.get(txId);
}

function checkNew(core: ChainCore, transaction: Transaction): void {
  const { hasTransaction, findReferenceBlock, head } = core.history;
  const isKnown = (txId: string) => findPending(core, txId) !== undefined || hasTransaction(txId);
  const state = core.store;
  checkTransaction(
    { head: head(), state, nextSlotMs: pendingTimestampMs(core), isKnown, findReferenceBlock },
    transaction,
  );
}

async function runAside(core: ChainCore, transaction: Transaction): Promise<TransactionRecord> {
  const block = pendingBlock(core, pendingTimestampMs(core));
  const receipt = await executeTransaction(core, {
    state: createWorkspace(core.store),
    transaction,
    block,
  });
  return { id: transactionId(transaction), transaction, receipt };
}

function pendingBlock(core: ChainCore, timestampMs: number) {
  return {
    number: core.history.head().number + 1,
    timestampMs,
    witness: core.identity.witness.address,
  };
}
