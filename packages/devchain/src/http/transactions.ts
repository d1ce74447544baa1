import type { Located } from '../chain/history.ts';
import { findSeenTransaction, listSeenPending } from '../chain/sight.ts';
import type { TransactionRecord } from '../chain/types.ts';
import type { JsonObject } from '../json/format-message.ts';
import { dropEmpty, formatReceipt } from '../json/format-receipt.ts';
import { formatTransaction } from '../json/format-transaction.ts';
import { textParam, viewHeight } from './handler.ts';
import type { Handler, Request } from './handler.ts';

/** On `/wallet` also a transaction that is only pending, with its foreseen outcome: it proves nothing, as on a real node. */
export const getTransactionById: Handler = (request) => {
  const id = textParam(request, 'value').toLowerCase();
  const record = findSealed(request, id)?.record ?? (request.view === 'head' ? findPending(request, id) : undefined);
  return record === undefined ? {} : formatTransaction(record, request.visible);
};

export const getTransactionInfoById: Handler = (request) => {
  const located = findSealed(request, textParam(request, 'value').toLowerCase());
  return located === undefined ? {} : receiptOf(request, located);
};

/** What a transaction cost, alone. */
export const getTransactionReceiptById: Handler = (request) => {
  const located = findSealed(request, textParam(request, 'value').toLowerCase());
  return located === undefined ? {} : { Receipt: formatReceipt(located, request.visible)['receipt'] };
};

/** Nodes do not count any more and answer 0, which is not written. */
export const totalTransaction: Handler = () => ({});

/** A receipt as the node stored it. */
export function receiptOf({ node, visible }: Request, located: Located): JsonObject {
  const { internal_transactions: internal, ...rest } = formatReceipt(located, visible);
  const isStored = internal !== undefined && located.block.number <= node.sight.internalUntil;
  return isStored ? { ...rest, internal_transactions: internal } : rest;
}

export const getTransactionFromPending: Handler = (request) => {
  const record = findPending(request, textParam(request, 'value').toLowerCase());
  return record === undefined ? {} : formatTransaction(record, request.visible);
};

export const getTransactionListFromPending: Handler = ({ core, node }) =>
  dropEmpty({ txId: listSeenPending(core, node).map(({ id }) => id) });

export const getPendingSize: Handler = ({ core, node }) => ({
  pendingSize: listSeenPending(core, node).length,
});

function findSealed(request: Request, id: string): Located | undefined {
  const located = findSeenTransaction(request.core, request.node, id);
  return located !== undefined && located.block.number <= viewHeight(request) ? located : undefined;
}

function findPending({ core, node }: Request, txId: string): TransactionRecord | undefined {
  return listSeenPending(core, node).find(({ id }) => id === txId);
}
