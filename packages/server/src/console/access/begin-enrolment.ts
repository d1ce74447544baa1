import { problem } from '@tern/contracts/problem';
import type { NewKeyQuestionView } from '@tern/contracts/routes/console-access';
import { findOperatorById, type Operator } from '../../people/operators/public.ts';
import { checkInvitation, type Invitation } from './check-invitation.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { newKeyQuestion } from './new-key-question.ts';

export type BegunEnrolment = NewKeyQuestionView & { readonly operator: Operator };

/** Starts enrolling a passkey by an invitation. Throws `ENROLMENT_OVER` and `ENROLMENT_CODE_WRONG`. */
export async function beginEnrolment(deps: ConsoleAccessDeps, invitation: Invitation): Promise<BegunEnrolment> {
  const { operatorId } = await checkInvitation(deps, invitation);
  const operator = await findOperatorById(deps.db.kysely, operatorId);
  if (operator === undefined || operator.disabledAt !== null) throw problem('ENROLMENT_OVER');
  return { operator, ...(await newKeyQuestion(deps, { operatorId, forMs: deps.settings.ceremonyMs })) };
}
