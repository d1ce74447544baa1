import { problem } from '@tern/contracts/problem';
import type { OperatorChangeDecision } from '@tern/contracts/routes/console-operators';
import { transact } from '@tern/db/transact';
import { recordRefusal } from '../../people/operators/public.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { invitationLink, type ConsoleAccessDeps } from '../access/public.ts';
import type { ConsoleSession } from '../console-context.ts';
import { carryOutChange, findChange } from './operators-store.ts';

/**
 * Carries out what another administrator proposed, or withdraws it. `link` is the half of an invitation that the approver
 * gives to the invited person; null for other changes. Throws `NOT_FOUND` and `DECISION_REFUSED`.
 */
export async function decideOperatorChange(
  deps: ConsoleAccessDeps,
  said: OperatorChangeDecision,
  { operatorId }: ConsoleSession,
): Promise<{ readonly link: string | null }> {
  const { db, clock, settings } = deps;
  const change = await findChange(db.kysely, said.id);
  if (change === undefined) throw problem('NOT_FOUND');
  const token = newToken();
  const expiresAt = new Date(clock.nowMs() + settings.invitationMs);
  const outcome = await transact(db, async (tx) => {
    const done = await carryOutChange(tx, { by: operatorId, content: said, tokenHash: hashToken(token), expiresAt });
    if (done === 'proposed-by-you') await recordRefusal(tx, { operatorId, reason: 'own-work', subject: said.id });
    return done;
  });
  if (outcome === 'withdrawn') return { link: null };
  if (outcome !== 'done') throw problem('DECISION_REFUSED', { reason: outcome });
  return { link: change.kind === 'invite' ? invitationLink(settings, token, 'code') : null };
}
