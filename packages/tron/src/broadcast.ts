import { readMessage } from './call-contract.ts';
import { NodeFault } from './node-fault.ts';
import type { TronNode } from './open-node.ts';
import { readReply } from './reply.ts';

/**
 * What a node said to a broadcast. It settles nothing, whatever it says: an accepted transaction may never be mined, a
 * refused one may already be in a block by way of another node. Only the solidified chain settles.
 */
export type BroadcastAnswer = {
  readonly outcome: 'accepted' | 'refused' | 'unknown';
  /** The node's code, for example `SUCCESS` or `TAPOS_ERROR`; for answers without one, the kind of the `NodeFault`. */
  readonly code: string;
  readonly message: string;
};

/** Codes after which this node has not taken the transaction. Every other code may hide one that it has taken. */
const refusals = new Set([
  'SIGERROR',
  'CONTRACT_VALIDATE_ERROR',
  'CONTRACT_EXE_ERROR',
  'BANDWITH_ERROR',
  'TAPOS_ERROR',
  'TOO_BIG_TRANSACTION_ERROR',
  'TRANSACTION_EXPIRATION_ERROR',
  'BLOCK_UNSOLIDIFIED',
  'NO_CONNECTION',
]);

/**
 * Hands a signed transaction, the hexadecimal text of `encodeSignedTransaction`, to a node, once. A `NodeFault` becomes
 * the outcome `unknown`, so nothing that the node or the way to it does makes it throw. Nothing is retried:
 * broadcasting the same bytes again is safe, because a transaction id is included once at most. The node's codes are on
 * https://developers.tron.network/docs/broadcast-and-rpc-errors.
 *
 * @example
 * const window = await getTransactionWindow(node, { lifetimeMs: 600_000 });
 * const signedHex = sign(buildTransfer({ owner: alice, to: bob, amountSun: units(1_000_000n), ...window }));
 * (await broadcast(node, signedHex)).outcome; // → 'accepted'
 * const again = await broadcast(node, signedHex);
 * again.outcome; // → 'unknown'
 * again.code; // → 'DUP_TRANSACTION_ERROR'
 */
export async function broadcast(node: TronNode, signedHex: string): Promise<BroadcastAnswer> {
  const place = { node, path: '/wallet/broadcasthex' };
  try {
    const reply = readReply(await node.ask(place.path, { transaction: signedHex }), place);
    const code = reply.text('code') || (reply.flag('result') ? 'SUCCESS' : 'NO_CODE');
    const message = readMessage(reply);
    if (code === 'SUCCESS' && reply.flag('result')) return { outcome: 'accepted', code, message };
    return { outcome: refusals.has(code) ? 'refused' : 'unknown', code, message };
  } catch (error) {
    if (error instanceof NodeFault) return { outcome: 'unknown', code: error.kind, message: error.message };
    throw error;
  }
}
