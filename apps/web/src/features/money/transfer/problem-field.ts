import type { Problem } from '../../../shared/problem.ts';

export type TransferField = 'network' | 'address' | 'amount' | 'memo';

const fields: Partial<Record<Problem['code'], TransferField>> = {
  NETWORK_REQUIRED: 'network',
  ADDRESS_REQUIRED: 'address',
  ADDRESS_INVALID: 'address',
  EMAIL_INVALID: 'address',
  RECEIVER_NOT_FOUND: 'address',
  ADDRESS_OWN: 'address',
  ADDRESS_REFUSED: 'address',
  WARNING_NOT_ACKNOWLEDGED: 'address',
  ADDRESS_NOT_LISTED: 'address',
  ADDRESS_WAITING: 'address',
  SENDING_HELD: 'address',
  AMOUNT_REQUIRED: 'amount',
  AMOUNT_INVALID: 'amount',
  AMOUNT_BELOW_MINIMUM: 'amount',
  AMOUNT_ABOVE_MAXIMUM: 'amount',
  DAILY_LIMIT_REACHED: 'amount',
  LEVEL_LIMIT_REACHED: 'amount',
  INSUFFICIENT_BALANCE: 'amount',
  MEMO_INVALID: 'memo',
};

/** The field a refusal of the server belongs to; undefined for those that stand above the button. */
export function findProblemField(problem: Problem): TransferField | undefined {
  return fields[problem.code];
}
