import type { TronAddress } from './address.ts';
import { findBlockHead, readBlockHead, type BlockHead } from './get-block-head.ts';
import type { TronNode } from './open-node.ts';
import { malformed, readReply, type ReplyPlace } from './reply.ts';
import type { ReferenceBlock } from './transaction.ts';

/** A transaction as it was signed, with the whole block it refers to. */
export type OwnTransaction = {
  readonly rawHex: string;
  readonly signatureHex: string;
  readonly refBlock: ReferenceBlock;
};

/**
 * An irreversible block and every transaction in it that one of `owners` signed; `undefined` where the irreversible chain
 * has not reached it. Whoever takes them checks the signatures. @throws NodeFault
 */
export async function readOwnTransactions(
  node: TronNode,
  { number, owners }: { readonly number: number; readonly owners: readonly TronAddress[] },
): Promise<{ readonly block: BlockHead; readonly transactions: readonly OwnTransaction[] } | undefined> {
  const place: ReplyPlace = { node, path: '/walletsolidity/getblockbynum' };
  const reply = readReply(await node.ask(place.path, { num: number }), place);
  if (!reply.has('blockID')) return undefined;
  const block = readBlockHead(reply, place);
  if (block.number !== number) throw malformed(place, `asked for block ${number}, got ${block.number}`);
  const transactions: OwnTransaction[] = [];
  for (const body of reply.objects('transactions')) {
    const raw = body.object('raw_data');
    const owner = raw.objects('contract')[0]?.object('parameter').object('value').findAddress('owner_address');
    if (owner === undefined || !owners.includes(owner)) continue;
    const [signatureHex = ''] = body.texts('signature');
    const refBlock = await findReference(node, {
      before: number,
      bytes: raw.hex('ref_block_bytes'),
      hash: raw.hex('ref_block_hash'),
    });
    if (refBlock === undefined) throw malformed(place, `block ${number} holds a transaction that refers to no block`);
    transactions.push({ rawHex: body.hex('raw_data_hex'), signatureHex: signatureHex.toLowerCase(), refBlock });
  }
  return { block, transactions };
}

/** The newest block below `before` whose extracts are these: a transaction names the low 16 bits of the number only. */
async function findReference(
  node: TronNode,
  { before, bytes, hash }: { readonly before: number; readonly bytes: string; readonly hash: string },
): Promise<ReferenceBlock | undefined> {
  const low = Number.parseInt(bytes, 16);
  const number = before - 1 - ((((before - 1 - low) % 65_536) + 65_536) % 65_536);
  if (number < 0) return undefined;
  const head = await findBlockHead(node, { view: 'solid', number });
  if (head === undefined || head.id.slice(16, 32) !== hash) return undefined;
  return { number, id: head.id, timeMs: head.timeMs };
}
