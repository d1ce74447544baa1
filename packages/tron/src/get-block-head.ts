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

/** The newest block the node knows; another fork may still replace it. @throws NodeFault */
export function getHeadBlock(node: TronNode): Promise<BlockHead> {
  return getNewestBlock(node, 'head');
}

/** The newest irreversible block. @throws NodeFault */
export function getSolidBlock(node: TronNode): Promise<BlockHead> {
  return getNewestBlock(node, 'solid');
}

/** The block of this number as the view knows it; `undefined` where the view has not reached it. @throws NodeFault */
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

/** Reads the part of a block reply that identifies it, and checks that the id carries the number. */
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
