import { problem } from '@tern/contracts/problem';
import type { HoldInput } from '@tern/contracts/routes/console-people';
import { transact } from '@tern/db/transact';
import { freezePerson, unfreezePerson } from '../../people/accounts/public.ts';
import { recordOperatorAction, refuseOwnAccount } from '../../people/operators/public.ts';
import type { ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';

/**
 * Puts an account on hold or takes it off again; the person is told in both cases. The note is for operators alone, so that
 * nobody reads words that are not on the list of reasons. Throws `DECISION_REFUSED`.
 */
export async function holdPerson(
  { db, clock }: Pick<ConsoleAccessDeps, 'db' | 'clock'>,
  { session: { operatorId }, said }: { readonly session: ConsoleSession; readonly said: HoldInput },
): Promise<void> {
  const personId = said.id;
  const now = clock.now();
  const refusal = await transact(db, async (tx) => {
    if (await refuseOwnAccount(tx, { operatorId, personIds: [personId], subject: personId })) return 'own-account';
    const isFreeze = said.to === 'frozen';
    const changed = isFreeze
      ? await freezePerson(tx, { personId, reason: said.reason, days: said.days, operatorId, now })
      : await unfreezePerson(tx, { personId, now });
    if (!changed) return 'already-so';
    const details = isFreeze ? { note: said.note, reason: said.reason, days: said.days } : { note: said.note };
    const kind = isFreeze ? 'person-frozen' : 'person-unfrozen';
    await recordOperatorAction(tx, { operatorId, kind, subject: personId, details });
    return undefined;
  });
  if (refusal !== undefined) throw problem('DECISION_REFUSED', { reason: refusal });
}
