import type { OperatorId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { lockComplaint, markAnswered } from '../../people/complaints/public.ts';
import { writeMessages } from '../../people/messages/public.ts';
import { recordOperatorAction, refuseOwnAccount } from '../../people/operators/public.ts';
import { isVisibleText } from '../../platform/visible-text.ts';

/**
 * Answers a complaint, once, and tells whoever filed it. Operators answer nobody they have declared to be close to. Throws
 * `NOT_FOUND` and `DECISION_REFUSED`.
 */
export async function answerComplaint(
  db: Database,
  { id, text, operatorId }: { readonly id: string; readonly text: string; readonly operatorId: OperatorId },
): Promise<void> {
  if (!text.split('\n').every((line) => isVisibleText(line)))
    throw problem('DECISION_REFUSED', { reason: 'text-invalid' });
  const isOwnAccount = await transact(db, async (tx) => {
    const found = await lockComplaint(tx, id);
    if (found === undefined) throw problem('NOT_FOUND');
    const { personId } = found;
    // The refused try is kept, so this ends well.
    if (await refuseOwnAccount(tx, { operatorId, personIds: [personId], subject: id })) return true;
    if (found.answeredAt !== null) throw problem('DECISION_REFUSED', { reason: 'already-so' });
    await markAnswered(tx, id, { text, operatorId });
    await recordOperatorAction(tx, { operatorId, kind: 'complaint-answered', subject: id, details: { personId } });
    await writeMessages(tx, [{ personId, about: 'complaint', event: 'complaint-answered', complaintId: id }]);
    return false;
  });
  if (isOwnAccount) throw problem('DECISION_REFUSED', { reason: 'own-account' });
}
