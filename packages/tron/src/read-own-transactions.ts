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
 * Reads an irreversible block and the transactions in it whose owner is one of `owners`, as they were signed, each with
 * the whole block it refers to; `undefined` where the irreversible chain has not reached it. Nothing is checked against
 * the signatures: whoever takes the transactions does that (`recoverSigner`). The signer reads its own history back
 * with it after a restore (docs/decisions/0044-quarantine-after-a-restore.md).
 *
 * @throws NodeFault, `malformed` where a transaction refers to a block that is not on this chain.
 * @example
 * const window = await getTransactionWindow(node, { lifetimeMs: 600_000 });
 * const transfer = buildTransfer({ owner: alice, to: bob, amountSun: units(1_000_000n), ...window });
 * await broadcast(node, sign(transfer));
 * const number = await chain.admin.mine();
 * await readOwnTransactions(node, { number, owners: [alice] }); // → undefined
 * await chain.admin.mine(19);
 * const own = await readOwnTransactions(node, { number, owners: [alice] });
 * own?.transactions.map(({ refBlock }) => refBlock); // → [window.refBlock]
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
