import { randomUUID } from 'node:crypto';
import type { PersonId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { SupportTemplate } from '@tern/contracts/routes/console-person-tabs';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { getPerson, lockPeople } from '../../people/accounts/public.ts';
import { writeMessages } from '../../people/messages/public.ts';
import { recordOperatorAction, refuseOwnAccount } from '../../people/operators/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { insertAnswer, wasAnsweredLately } from './support-answer-store.ts';
import { supportTexts } from './support-texts.ts';

/**
 * Sends an answer of the list to a person as a message; the log keeps which one. The same answer goes to the same person
 * once an hour at most. Operators answer nobody they have declared to be close to. Throws `NOT_FOUND` and `DECISION_REFUSED`.
 */
export async function sendAnswer(
  db: Database,
  {
    session,
    id,
    template,
  }: { readonly session: ConsoleSession; readonly id: PersonId; readonly template: SupportTemplate },
): Promise<void> {
  const { operatorId } = session;
  const refusal = await transact(db, async (tx) => {
    const { state } = await getPerson(tx, id);
    await lockPeople(tx, [id]);
    // The refused try is kept, so this ends well.
    if (await refuseOwnAccount(tx, { operatorId, personIds: [id], subject: id })) return 'own-account';
    if (state === 'closed') throw problem('DECISION_REFUSED', { reason: 'over' });
    if (await wasAnsweredLately(tx, id, template)) throw problem('DECISION_REFUSED', { reason: 'already-so' });
    const answerId = randomUUID();
    await recordOperatorAction(tx, { operatorId, kind: 'support-answered', subject: id, details: { template } });
    await insertAnswer(tx, { id: answerId, personId: id, template, texts: supportTexts[template], operatorId });
    await writeMessages(tx, [{ personId: id, about: 'support', event: 'support-answered', answerId }]);
    return undefined;
  });
  if (refusal !== undefined) throw problem('DECISION_REFUSED', { reason: refusal });
}
