import { randomBytes, randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import type { NewKeyQuestionView } from '@tern/contracts/routes/console-access';
import { findOperatorById, type Operator } from '../../people/operators/public.ts';
import { insertCeremony, listCredentialIds } from './access-store.ts';
import { checkInvitation, type Invitation } from './check-invitation.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { newKeyQuestion } from './new-key-question.ts';

export type BegunEnrolment = NewKeyQuestionView & { readonly operator: Operator };

/** Starts enrolling a passkey by an invitation. Throws `ENROLMENT_OVER` and `ENROLMENT_CODE_WRONG`. */
export async function beginEnrolment(deps: ConsoleAccessDeps, invitation: Invitation): Promise<BegunEnrolment> {
  const { db, clock, settings } = deps;
  const now = clock.now();
  const { operatorId } = await checkInvitation(deps, invitation);
  const operator = await findOperatorById(db.kysely, operatorId);
  if (operator === undefined || operator.disabledAt !== null) throw problem('ENROLMENT_OVER');
  const challenge = randomBytes(32);
  const ceremonyId = randomUUID();
  const expiresAt = new Date(now.getTime() + settings.ceremonyMs);
  const ceremony = { id: ceremonyId, purpose: 'enrol', operatorId: operator.id, statement: null } as const;
  await insertCeremony(db.kysely, { ...ceremony, challenge, expiresAt });
  const known = await listCredentialIds(db.kysely);
  return { operator, ...newKeyQuestion(settings, { ceremonyId, challenge, operatorId, known }) };
}
