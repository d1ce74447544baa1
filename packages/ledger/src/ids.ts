import { assert } from '@tern/base/assert';
import type { Branded } from '@tern/base/ids';

/** Ids of the ledger are numbers of the database, carried as decimal text because they may exceed 2^53. */
export type AccountId = Branded<string, 'AccountId'>;
export type JournalId = Branded<string, 'JournalId'>;
export type TransferId = Branded<string, 'TransferId'>;
/** The id of a pending transfer, which is what a hold is. */
export type PendingId = Branded<string, 'PendingId'>;

/**
 * Brands an id of the ledger that was stored or sent as text. It checks the form, not that there is such a row.
 *
 * @throws AssertionFault unless the text is a whole number of 1 to 19 digits that begins with no zero.
 * @example
 * ledgerId('42'); // → '42'
 * ledgerId('042'); // throws AssertionFault('not an id of the ledger: 042')
 */
export function ledgerId<Id extends AccountId | JournalId | TransferId | PendingId>(text: string): Id {
  assert(/^[1-9]\d{0,18}$/.test(text), `not an id of the ledger: ${text}`);
  return text as Id;
}
