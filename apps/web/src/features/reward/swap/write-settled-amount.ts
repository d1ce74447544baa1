import { writeAmountInput } from '../../../shared/money+reward/write-amount-input.ts';
import { readAmountInput } from '../../../shared/read-amount-input.ts';

/**
 * A typed amount once its field is left: with at least two decimals, as amounts stand everywhere. Thousands stay together, so
 * that no character moves under the finger that goes on typing. What is no plain amount stays as it was typed.
 */
export function writeSettledAmount(typed: string): string {
  const [, whole, part = ''] = /^(\d+)(?:\.(\d?))?$/.exec(readAmountInput(typed)) ?? [];
  return whole === undefined ? typed : writeAmountInput(`${whole}.${part.padEnd(2, '0')}`);
}
