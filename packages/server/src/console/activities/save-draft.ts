import type { Clock } from '@tern/base/clock';
import type { ActivityId, OperatorId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import type { ActivityTermsInput } from '@tern/contracts/routes/console-activities';
import type { Database } from '@tern/db/database';
import { changeDraft, draftActivity, readActivityTerms } from '../../money/activities/public.ts';

/**
 * Draws an activity up, or changes one that is not published; whoever does it cannot publish it. Throws `DECISION_REFUSED`
 * with what is wrong with the terms, or where it is no draft any more.
 */
export async function saveDraft(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  {
    operatorId,
    id,
    terms,
  }: { readonly operatorId: OperatorId; readonly id: ActivityId | null; readonly terms: ActivityTermsInput },
): Promise<ActivityId> {
  const read = readActivityTerms(terms, clock.now());
  if ('fault' in read) throw problem('DECISION_REFUSED', { reason: read.fault });
  if (id === null) return await draftActivity(db, { operatorId, terms: read.terms });
  const outcome = await changeDraft(db, { operatorId, activityId: id, terms: read.terms });
  if (outcome !== 'changed') throw problem('DECISION_REFUSED', { reason: outcome });
  return id;
}
