import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { RevealReason } from '@tern/contracts/routes/console-people';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { getPerson, listContacts } from '../../people/accounts/public.ts';
import { recordOperatorAction, recordRefusal } from '../../people/operators/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { countReveals, lockReveals } from './people-store.ts';

/** People one operator may look at in full within 24 hours. */
export const revealsMax = 50;

export type RevealInput = {
  readonly session: ConsoleSession;
  readonly id: PersonId;
  readonly reason: RevealReason;
  readonly note: string;
};

/**
 * Somebody's phone and e-mail in full, for a reason that stays in the log. Beyond the day's number nothing is shown and
 * somebody is told. Throws `NOT_FOUND` and `DECISION_REFUSED`.
 */
export async function revealPerson(
  { db, alert }: { readonly db: Database; readonly alert: (event: string) => void },
  { session, id, reason, note }: RevealInput,
): Promise<readonly string[]> {
  const { operatorId } = session;
  const contacts = await transact(db, async (tx) => {
    await getPerson(tx, id);
    await lockReveals(tx, operatorId);
    const { others, known } = await countReveals(tx, operatorId, id);
    if (!known && others >= revealsMax) {
      await recordRefusal(tx, { operatorId, reason: 'reveals-used-up', subject: id });
      return undefined;
    }
    await recordOperatorAction(tx, { operatorId, kind: 'person-revealed', subject: id, details: { reason, note } });
    return listContacts(tx, id);
  });
  // The try stays in the log: whoever reads people one after the other is to be seen.
  if (contacts === undefined) {
    alert('reveals-used-up');
    throw problem('DECISION_REFUSED', { reason: 'reveals-used-up' });
  }
  return contacts.map(({ value }) => value);
}
