import type { CellReader } from '../state/cells.ts';
import { sealBlock } from './block.ts';
import type { ChainCore } from './core.ts';
import type { SightFault } from './faults.ts';
import type { Located } from './history.ts';
import type { ChainNode, Sight } from './node.ts';
import type { Block, TransactionRecord } from './types.ts';

/** The height of the node's head. */
export function headHeight(core: ChainCore, node: ChainNode): number {
  const height = core.history.head().number;
  const { head } = node.sight;
  return head === undefined ? height : Math.max(head.from, height - head.blocks);
}

/** The highest block the node takes for final. */
export function solidHeight(core: ChainCore, node: ChainNode = core.main): number {
  const height = Math.max(0, headHeight(core, node) - core.solidLag);
  const { solid } = node.sight;
  return solid === undefined ? height : Math.max(solid.from, height - solid.blocks);
}

/** The lowest height whose state the node may still be asked for. */
export function lowestHeight(core: ChainCore, node: ChainNode): number {
  const { fork } = node.sight;
  return Math.min(solidHeight(core, node), fork === undefined ? Infinity : fork.from - 1);
}

/** The block of this number as the node sees it. */
export function findSeenBlock(core: ChainCore, node: ChainNode, number: number): Block | undefined {
  if (number > headHeight(core, node)) return undefined;
  const block = core.history.findBlock(number);
  const { fork, concealed } = node.sight;
  if (block === undefined) return undefined;
  if (fork !== undefined && number >= fork.from) return otherBlock(core, fork, block);
  if (concealed.size === 0) return block;
  return { ...block, transactions: block.transactions.filter(({ id }) => !concealed.has(id)) };
}

/** A sealed transaction, where the node sees it. */
export function findSeenTransaction(core: ChainCore, node: ChainNode, txId: string): Located | undefined {
  const located = core.history.findTransaction(txId);
  const { fork, concealed } = node.sight;
  if (located === undefined || concealed.has(txId) || located.block.number > headHeight(core, node)) return undefined;
  return fork !== undefined && located.block.number >= fork.from ? undefined : located;
}

/** A transaction that is in no block yet, where the node sees it. A node that lies behind sees none. */
export function listSeenPending(core: ChainCore, { held, sight }: ChainNode): TransactionRecord[] {
  const pending = sight.head === undefined && sight.fork === undefined ? core.pending.records.values() : [];
  return [...pending, ...held.values()].filter(({ id }) => !sight.concealed.has(id));
}

/** The state at a height as the node sees it; without one, at its head with what is pending. */
export function seenState(core: ChainCore, node: ChainNode, height?: number): CellReader {
  const { fork, head } = node.sight;
  if (height === undefined && fork === undefined && head === undefined) return core.store;
  const at = height ?? headHeight(core, node);
  return core.store.at(fork === undefined ? at : Math.min(at, fork.from - 1));
}

/** Lets the node see less, or something else, from now on. Throws `RangeError` for a fork below the solidified head. */
export function disturbSight(core: ChainCore, node: ChainNode, fault: SightFault): void {
  const { sight } = node;
  const solid = solidHeight(core, node);
  if (fault.kind === 'stall-solid') sight.solid = { from: solid, blocks: Infinity };
  else if (fault.kind === 'lag-solid') sight.solid = { from: solid, blocks: fault.blocks };
  else if (fault.kind === 'no-internal') sight.internalUntil = Math.min(sight.internalUntil, headHeight(core, node));
  else if (fault.kind === 'conceal') sight.concealed.add(fault.txId.toLowerCase());
  else if (fault.kind === 'fork') {
    const from = headHeight(core, node) - fault.depth + 1;
    if (from <= solid) throw new RangeError(`depth must be from 0 to ${headHeight(core, node) - solid}`);
    sight.fork = { from, blocks: new Map() };
  } else {
    sight.head = { from: headHeight(core, node), blocks: fault.blocks };
    // What was final stays final, though the head it was counted from is not seen any more.
    sight.solid ??= { from: solid, blocks: 0 };
  }
}

export function clearSight({ sight }: ChainNode): void {
  sight.head = undefined;
  sight.solid = undefined;
  sight.fork = undefined;
  sight.concealed.clear();
  sight.internalUntil = Infinity;
}

/** Takes back what the node saw of blocks above `height`, which are gone. */
export function forgetAbove(core: ChainCore, { sight }: ChainNode, height: number): void {
  if (sight.head !== undefined) sight.head.from = Math.min(sight.head.from, height);
  if (sight.solid !== undefined) {
    sight.solid.from = Math.min(sight.solid.from, Math.max(0, height - core.solidLag));
  }
  if (sight.fork !== undefined && sight.fork.from > height) sight.fork = undefined;
}

/** An empty block of the other branch, a millisecond later than the chain's own of this height. */
function otherBlock(core: ChainCore, fork: NonNullable<Sight['fork']>, own: Block): Block {
  let parent = core.history.findBlock(fork.from - 1) ?? core.identity.genesis;
  for (let number = fork.from; number <= own.number; number += 1) {
    const like = core.history.findBlock(number) ?? own;
    const block =
      fork.blocks.get(number) ??
      sealBlock(
        { number, parentId: parent.id, timestampMs: like.timestampMs + 1, transactions: [] },
        core.identity.witness.address,
      );
    fork.blocks.set(number, block);
    parent = block;
  }
  return parent;
}
