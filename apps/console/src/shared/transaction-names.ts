import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { OperatorView } from '@tern/contracts/routes/console-access';
import { recordNumber } from '@tern/contracts/record-number';
import type {
  TransactionKind,
  TransactionRowView,
  TransactionState,
} from '@tern/contracts/routes/console-transactions';
import type { ChipKind } from '@tern/ui/chip';
import { formatMoney } from './format.ts';

export const kindNames = {
  deposit: msg`Deposit`,
  send: msg`Send`,
  internal: msg`Internal transfer`,
  swap: msg`Swap`,
  reward: msg`Reward`,
  bonus: msg`Bonus`,
  correction: msg`Correction`,
  unknown: msg`Not understood`,
} as const satisfies Record<TransactionKind, MessageDescriptor>;

/** A state in words, and how loud it is. */
export const states = {
  confirming: { name: msg`Confirming`, chip: 'running' },
  success: { name: msg`Done`, chip: 'done' },
  failed: { name: msg`Failed`, chip: 'failed' },
  'pending-review': { name: msg`To review`, chip: 'waiting' },
  'review-approved': { name: msg`Approved`, chip: 'running' },
  'review-rejected': { name: msg`Rejected`, chip: 'failed' },
  withdrawing: { name: msg`Being sent`, chip: 'running' },
  cancelled: { name: msg`Cancelled`, chip: 'failed' },
  'in-suspense': { name: msg`Suspense`, chip: 'waiting' },
  house: { name: msg`Of the house`, chip: 'neutral' },
  'sent-back': { name: msg`Sent back`, chip: 'neutral' },
  'not-understood': { name: msg`Not understood`, chip: 'waiting' },
  'looked-at': { name: msg`Closed`, chip: 'neutral' },
} as const satisfies Record<TransactionState, { name: MessageDescriptor; chip: ChipKind }>;

/** The amount of a row: what came is marked with a plus, what left with a minus. Undefined where nobody can say how much. */
export function signedAmount(
  { amount, assetId, direction }: Pick<TransactionRowView, 'amount' | 'assetId' | 'direction'>,
  assets: OperatorView['assets'],
): string | undefined {
  if (amount === null || assetId === null) return undefined;
  const sign = direction === 'in' ? '+' : direction === 'out' ? '−' : '';
  return sign + formatMoney(amount, assetId, assets);
}

/** How a row is called: a record by the number that its person sees, all else by its id or the number of its journal. */
export function rowNumber({ source, id, kind }: Pick<TransactionRowView, 'source' | 'id' | 'kind'>): string {
  if (source === 'record') return recordNumber({ id, kind });
  return source === 'journal' ? `J-${id}` : id.length > 20 ? `…${id.slice(-8)}` : id;
}

/** The page of a row. */
export function transactionPath({ source, id }: Pick<TransactionRowView, 'source' | 'id'>): string {
  return `/transactions/${source}/${id}`;
}
