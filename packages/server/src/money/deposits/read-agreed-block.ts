import { isDeepStrictEqual } from 'node:util';
import type { BlockFacts } from '@tern/tron/block-facts';
import type { TronNode } from '@tern/tron/open-node';
import { readBlock } from '@tern/tron/read-block';
import { ScanFault } from './scan-fault.ts';

/** One node, or two that must agree. */
export type Nodes = readonly [TronNode, ...TronNode[]];

export type AgreedBlock = BlockFacts & {
  /** Transactions of which some nodes show internal transactions and others none: these do not save them now. */
  readonly unshared: ReadonlySet<string>;
};

/**
 * A solidified block as every node tells it, or undefined while one of them has not got it. Internal transactions come from
 * whoever shows them: whether a node saves them may change at any of its restarts, and stops nothing.
 * Throws `ScanFault` when two nodes tell it differently, `NodeFault` when one does not answer properly.
 */
export async function readAgreedBlock(nodes: Nodes, number: number): Promise<AgreedBlock | undefined> {
  const told = await Promise.all(nodes.map((node) => readBlock(node, { view: 'solid', number })));
  const blocks = told.filter((block) => block !== undefined);
  const [first] = blocks;
  if (first === undefined || blocks.length < nodes.length) return undefined;
  const plain = withoutInternal(first);
  const other = blocks.findIndex((block) => !isDeepStrictEqual(withoutInternal(block), plain));
  if (other !== -1) throw disagreement(nodes, other, `block ${number}`);
  const unshared = new Set<string>();
  const transactions = first.transactions.map((transaction, at) => {
    const shown = blocks.map((block) => block.transactions[at]?.internal ?? []);
    const internal = shown.find(({ length }) => length > 0) ?? [];
    const differs = shown.findIndex((each) => each.length > 0 && !isDeepStrictEqual(each, internal));
    if (differs !== -1) throw disagreement(nodes, differs, `the internal transactions of ${transaction.txId}`);
    if (internal.length > 0 && shown.some(({ length }) => length === 0)) unshared.add(transaction.txId);
    return { ...transaction, internal };
  });
  return { ...first, transactions, unshared };
}

function disagreement(nodes: Nodes, at: number, where: string): ScanFault {
  return new ScanFault('nodes-disagree', `${nodes[0].name} and ${nodes[at]?.name} differ in ${where}`);
}

function withoutInternal(block: BlockFacts): BlockFacts {
  return { ...block, transactions: block.transactions.map((transaction) => ({ ...transaction, internal: [] })) };
}
