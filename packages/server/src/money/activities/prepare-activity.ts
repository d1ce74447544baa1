import { newId, type ActivityId, type OperatorId } from '@tern/base/ids';
import type { Database } from '@tern/db/database';
import { transact } from '@tern/db/transact';
import { recordOperatorAction } from '../../people/operators/public.ts';
import { insertActivity, updateDraft } from './activity-store.ts';
import type { ActivityTerms } from './activity.ts';

/** Creates an activity that only operators see yet. `operatorId` null: the installation itself, at its first start. */
export async function draftActivity(
  db: Database,
  { operatorId, terms }: { readonly operatorId: OperatorId | null; readonly terms: ActivityTerms },
): Promise<ActivityId> {
  return await transact(db, async (tx) => {
    const id = newId<ActivityId>();
    await insertActivity(tx, { id, terms, changedBy: operatorId });
    if (operatorId !== null) await recordOperatorAction(tx, { operatorId, kind: 'activity-drafted', subject: id });
    return id;
  });
}

/** Changes a draft; whoever does it cannot be the one who publishes it. `not-a-draft` once it is published. */
export async function changeDraft(
  db: Database,
  {
    operatorId,
    activityId,
    terms,
  }: { readonly operatorId: OperatorId; readonly activityId: ActivityId; readonly terms: ActivityTerms },
): Promise<'changed' | 'not-a-draft'> {
  return await transact(db, async (tx) => {
    if (!(await updateDraft(tx, { id: activityId, terms, changedBy: operatorId }))) return 'not-a-draft';
    await recordOperatorAction(tx, { operatorId, kind: 'activity-changed', subject: activityId });
    return 'changed';
  });
}
