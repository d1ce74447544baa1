import { acceptTransaction } from '../chain/add-transaction.ts';
import type { ChainCore } from '../chain/core.ts';
import type { ChainNode } from '../chain/node.ts';
import { BroadcastRefusal, invalidContract } from '../chain/refusal.ts';
import { sealPending } from '../chain/seal-pending.ts';
import { decodeTransaction, transactionId } from '../chain/transaction.ts';
import { toHex } from '../crypto/bytes.ts';
import { sha256 } from '../crypto/hash.ts';
import { formatMessage } from '../json/format-message.ts';
import { formatText } from '../json/format-receipt.ts';
import { parseHex } from '../json/parse-message.ts';
import { parseTransaction } from '../json/parse-transaction.ts';
import { stringify } from '../json/text.ts';
import type { Transaction } from '../proto/types.ts';
import { textParam } from './handler.ts';
import type { Handler } from './handler.ts';
import { LostAnswer } from './lost-answer.ts';
import { RequestError } from './request-error.ts';

/** A refusal has no `result` at all, instead of false. */
export const broadcastTransaction: Handler = async ({ core, node, params, visible }) => {
  const transaction = parseTransaction(params, visible);
  const txid = transactionId(transaction);
  const refusal = await broadcast(core, node, transaction);
  if (refusal === undefined) return { result: true, txid };
  return { code: refusal.code, txid, message: formatText(refusal.message, visible) };
};

/** No bytes are a transaction too: one without a contract. */
const emptyAnswer = {
  result: false,
  code: 'CONTRACT_VALIDATE_ERROR',
  message: invalidContract('No contract!').message,
  transaction: '{}',
  txid: toHex(sha256(new Uint8Array(0))),
};

/** Answers in another shape than `broadcasttransaction`, as on a real node. */
export const broadcastHex: Handler = async (request) => {
  const hex = textParam(request, 'transaction');
  if (hex === '') return emptyAnswer;
  const transaction = decode(hex);
  const txid = transactionId(transaction);
  const refusal = await broadcast(request.core, request.node, transaction);
  return {
    result: refusal === undefined,
    code: refusal?.code ?? 'SUCCESS',
    message: refusal?.message ?? '',
    // The bare message, always visible, as text.
    transaction: stringify(formatMessage('Transaction', transaction, true)),
    txid,
  };
};

async function broadcast(
  core: ChainCore,
  node: ChainNode,
  transaction: Transaction,
): Promise<BroadcastRefusal | undefined> {
  const refuse = node.faults.take('refuse');
  if (refuse !== undefined) return new BroadcastRefusal(refuse.code, refuse.text);
  try {
    await core.exclusively(async () => {
      await acceptTransaction(core, node, transaction);
      if (core.mining.mode === 'auto') sealPending(core);
    });
  } catch (error) {
    if (error instanceof BroadcastRefusal) return error;
    throw error;
  }
  if (node.faults.take('lose-answer') !== undefined) throw new LostAnswer('break');
  const disguise = node.faults.take('accept-then-refuse');
  return disguise === undefined ? undefined : new BroadcastRefusal(disguise.code, disguise.text);
}

function decode(hex: string): Transaction {
  const bytes = parseHex(hex);
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not a transaction';
    throw new RequestError(reason, 'com.google.protobuf.InvalidProtocolBufferException');
  }
}
