import type { ChainView, TronNode } from './open-node.ts';
import { isReferenceBlock } from './reference-block.ts';
import { malformed, readReply, type Reply, type ReplyPlace } from './reply.ts';
import { viewRoot } from './view-root.ts';

/** A block without its transactions. */
export type BlockHead = {
  readonly number: number;
  readonly id: string;
  readonly parentId: string;
  /** Chain time. */
  readonly timeMs: number;
};

/**
 * Reads the newest block the node knows, without its transactions. Another fork may still replace it.
 *
 * @throws NodeFault
 * @example
 * const head = await getHeadBlock(node);
 * head.number; // → chain.info().height
 */
export function getHeadBlock(node: TronNode): Promise<BlockHead> {
  return getNewestBlock(node, 'head');
}

/**
 * Reads the newest irreversible block, without its transactions. A block is irreversible when 19 of the 27 producers
 * have built on it, about a minute after it was made (https://developers.tron.network/docs/confirmation-semantics,
 * docs/decisions/0003-credit-at-solidification.md).
 *
 * @throws NodeFault
 * @example
 * const solid = await getSolidBlock(node);
 * solid.number; // → chain.info().solidHeight
 */
export function getSolidBlock(node: TronNode): Promise<BlockHead> {
  return getNewestBlock(node, 'solid');
}

/**
 * Finds a block by its number, from 0, without its transactions; `undefined` where the view has not reached it.
 *
 * @throws NodeFault, also where the node answers with a block of another number.
 * @example
 * const first = await findBlockHead(node, { view: 'solid', number: 0 });
 * first?.id; // → chain.info().genesisId
 * await findBlockHead(node, { view: 'solid', number: chain.info().height }); // → undefined
 */
export async function findBlockHead(
  node: TronNode,
  { view, number }: { readonly view: ChainView; readonly number: number },
): Promise<BlockHead | undefined> {
  const path = `${viewRoot(view)}/getblock`;
  const reply = readReply(await node.ask(path, { id_or_num: String(number), detail: false }), { node, path });
  if (!reply.has('blockID')) return undefined;
  const head = readBlockHead(reply, { node, path });
  if (head.number !== number) throw malformed({ node, path }, `asked for block ${number}, got ${head.number}`);
  return head;
}

async function getNewestBlock(node: TronNode, view: ChainView): Promise<BlockHead> {
  const path = `${viewRoot(view)}/getblock`;
  return readBlockHead(readReply(await node.ask(path, { detail: false }), { node, path }), { node, path });
}

/**
 * Reads number, id, parent and chain time (ms) out of a node's reply for a block. The first 16 digits of a block's id
 * are its number, which is checked.
 *
 * @throws NodeFault `malformed` where an id is missing, a part has another form, or the id does not carry the number.
 * @example
 * const place = { node, path: '/wallet/getblock' };
 * const reply = readReply(await node.ask(place.path, { id_or_num: '1', detail: false }), place);
 * readBlockHead(reply, place).number; // → 1
 */
export function readBlockHead(reply: Reply, place: ReplyPlace): BlockHead {
  const raw = reply.object('block_header').object('raw_data');
  const head: BlockHead = {
    number: raw.count('number'),
    id: reply.id('blockID'),
    parentId: raw.id('parentHash'),
    timeMs: raw.count('timestamp'),
  };
  if (!isReferenceBlock(head)) throw malformed(place, `block id ${head.id} does not carry number ${head.number}`);
  return head;
}
