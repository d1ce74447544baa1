import { findBlockHead, getSolidBlock, type BlockHead } from './get-block-head.ts';
import type { TronNode } from './open-node.ts';
import { readBlock } from './read-block.ts';
import { malformed } from './reply.ts';
import type { ReferenceBlock } from './transaction.ts';

export type TransactionScan =
  /** No irreversible block from the reference to `toBlock` holds it, and none after `toBlock` may. */
  | { readonly found: 'absent'; readonly fromBlock: BlockHead; readonly toBlock: BlockHead }
  | { readonly found: 'present'; readonly block: BlockHead }
  /** The irreversible chain has not passed the expiration yet. */
  | { readonly found: 'not-yet'; readonly solidTimeMs: number };

/** What was read of one node's irreversible blocks, by their numbers: their places in the chain and what they hold. */
export type ScannedBlocks = Map<number, { readonly head: BlockHead; readonly txIds: ReadonlySet<string> }>;

/**
 * Finds out whether a transaction can still happen, as far as one node can tell: the node's part of a proof of death.
 * It reads the irreversible chain from the reference block to the first block whose time is the expiration or later.
 * That block is read too, because a block compares the expiration with its parent's time and may still hold the
 * transaction. Blocks must join by their parents' ids, and the reference must be on this chain. `absent` is proof only
 * if each configured node says it (docs/decisions/0049-no-human-override-of-a-death-proof.md). It reads every block in
 * between, about twenty for each minute.
 *
 * @param scanned What scans of the same node share, so that a block that several look through is asked for once: what is
 *   irreversible does not change. It is for one run, so that a node that tells something else later is noticed.
 * @throws NodeFault where any block is missing or does not fit: then nothing is known.
 * @example
 * const window = await getTransactionWindow(node, { lifetimeMs: 60_000 });
 * const { refBlock, expirationMs } = window;
 * const transfer = buildTransfer({ owner: alice, to: bob, amountSun: units(1_000_000n), ...window });
 * const question = { txId: transactionId(encodeRawTransaction(transfer)), refBlock, expirationMs };
 * (await scanForTransaction(node, question)).found; // → 'not-yet'
 * await chain.admin.mine(40);
 * (await scanForTransaction(node, question)).found; // → 'absent'
 */
export async function scanForTransaction(
  node: TronNode,
  input: { readonly txId: string; readonly refBlock: ReferenceBlock; readonly expirationMs: number },
  scanned: ScannedBlocks = new Map(),
): Promise<TransactionScan> {
  const { txId, refBlock, expirationMs } = input;
  const place = { node, path: 'proof of death' };
  const solid = await getSolidBlock(node);
  if (solid.timeMs < expirationMs) return { found: 'not-yet', solidTimeMs: solid.timeMs };
  const fromBlock = await findBlockHead(node, { view: 'solid', number: refBlock.number });
  if (fromBlock?.id !== refBlock.id) throw malformed(place, `reference block ${refBlock.number} is not on this chain`);
  let parent: BlockHead = fromBlock;
  for (;;) {
    const { head, txIds } = await scanBlock(node, parent.number + 1, scanned);
    if (head.parentId !== parent.id) throw malformed(place, `block ${head.number} does not follow ${parent.id}`);
    if (txIds.has(txId)) return { found: 'present', block: head };
    if (head.timeMs >= expirationMs) return { found: 'absent', fromBlock, toBlock: head };
    parent = head;
  }
}

async function scanBlock(node: TronNode, number: number, scanned: ScannedBlocks) {
  const known = scanned.get(number);
  if (known !== undefined) return known;
  const block = await readBlock(node, { view: 'solid', number });
  if (block === undefined)
    throw malformed({ node, path: 'proof of death' }, `block ${number} is missing below the solid head`);
  const { id, parentId, timeMs, transactions } = block;
  const read = { head: { number, id, parentId, timeMs }, txIds: new Set(transactions.map(({ txId }) => txId)) };
  scanned.set(number, read);
  return read;
}
