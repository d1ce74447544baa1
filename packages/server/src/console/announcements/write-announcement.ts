import { newId, type AnnouncementId, type OperatorId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { AnnouncementDecision, AnnouncementInput } from '@tern/contracts/routes/console-announcements';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { isCheckViolation } from '@tern/db/violations';
import { findPeopleByNumber } from '../../people/accounts/public.ts';
import { recordOperatorAction, recordRefusal } from '../../people/operators/public.ts';
import { isVisibleText } from '../../platform/visible-text.ts';
import { insertAnnouncement, lockAnnouncement, markDecided } from './announcement-store.ts';

/** Writes an announcement down; nobody reads it before another operator has released it. Throws `DECISION_REFUSED`. */
export async function writeAnnouncement(
  db: Database,
  { input, operatorId }: { readonly input: AnnouncementInput; readonly operatorId: OperatorId },
): Promise<AnnouncementId> {
  const { texts, publicIds, sendAt } = input;
  const lines = Object.values(texts).flatMap(({ title, body }) => [title, ...body.split('\n')]);
  if (texts['en'] === undefined || !lines.every((line) => isVisibleText(line)))
    throw problem('DECISION_REFUSED', { reason: 'texts-invalid' });
  const personIds = publicIds === null ? null : await findPeopleByNumber(db.kysely, publicIds);
  if (personIds !== null && personIds.length !== new Set(publicIds).size)
    throw problem('DECISION_REFUSED', { reason: 'no-such-person' });
  const id = newId<AnnouncementId>();
  try {
    await transact(db, async (tx) => {
      await insertAnnouncement(tx, { id, texts, personIds, sendAt: new Date(sendAt), writtenBy: operatorId });
      const details = { texts, people: personIds?.length ?? null };
      await recordOperatorAction(tx, { operatorId, kind: 'announcement-written', subject: id, details });
    });
  } catch (error) {
    if (isCheckViolation(error, 'announcements_ahead_check'))
      throw problem('DECISION_REFUSED', { reason: 'too-far-ahead' });
    throw error;
  }
  return id;
}

/** Releases an announcement, which somebody else has written, or withdraws it before its time. Throws `DECISION_REFUSED`. */
export async function decideAnnouncement(
  db: Database,
  { said: { id, decision }, operatorId }: { readonly said: AnnouncementDecision; readonly operatorId: OperatorId },
): Promise<void> {
  const isOwnWork = await transact(db, async (tx) => {
    const found = await lockAnnouncement(tx, id);
    if (found === undefined) throw problem('NOT_FOUND');
    if (decision === 'release') {
      if (found.state !== 'draft') throw problem('DECISION_REFUSED', { reason: 'already-so' });
      if (found.writtenBy === operatorId) {
        await recordRefusal(tx, { operatorId, reason: 'own-work', subject: id });
        return true;
      }
      await markDecided(tx, id, { state: 'released', releasedBy: operatorId });
    } else {
      // Whoever was told was told; of one that is being sent nobody further is.
      if (found.state !== 'draft' && found.state !== 'released')
        throw problem('DECISION_REFUSED', { reason: 'already-so' });
      await markDecided(tx, id, { state: 'withdrawn' });
    }
    const kind = decision === 'release' ? 'announcement-released' : 'announcement-withdrawn';
    await recordOperatorAction(tx, { operatorId, kind, subject: id });
    return false;
  });
  if (isOwnWork) throw problem('DECISION_REFUSED', { reason: 'second-operator-needed' });
}
