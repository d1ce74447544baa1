import { isDeepStrictEqual } from 'node:util';
import type { BlockFacts } from '@tern/tron/block-facts';
import type { TronNode } from '@tern/tron/open-node';
import { readBlock } from '@tern/tron/read-block';
import { ScanFault } from './scan-fault.ts';

/** One node, or two that must agree. */
export type Nodes = readonly [TronNode, ...TronNode[]];

export type ReadAgreedBlockOptions = {
  readonly number: number;
  /** Whether every node is known to save internal transactions; otherwise they may differ in them. */
  readonly compareInternal: boolean;
};

/**
 * A solidified block as every node tells it, or undefined while one of them has not got it.
 * Throws `ScanFault` when two nodes tell it differently, `NodeFault` when one does not answer properly.
 */
export async function readAgreedBlock(
  nodes: Nodes,
  { number, compareInternal }: ReadAgreedBlockOptions,
): Promise<BlockFacts | undefined> {
  const [block, ...others] = await Promise.all(nodes.map((node) => readBlock(node, { view: 'solid', number })));
  if (block === undefined || others.includes(undefined)) return undefined;
  const plain = compareInternal ? block : withoutInternal(block);
  for (const [position, other] of others.entries()) {
    if (other === undefined || isDeepStrictEqual(plain, compareInternal ? other : withoutInternal(other))) continue;
    throw new ScanFault(
      'nodes-disagree',
      `${nodes[0].name} and ${nodes[position + 1]?.name} differ in block ${number}`,
    );
  }
  return block;
}

function withoutInternal(block: BlockFacts): BlockFacts {
  return { ...block, transactions: block.transactions.map((transaction) => ({ ...transaction, internal: [] })) };
}
