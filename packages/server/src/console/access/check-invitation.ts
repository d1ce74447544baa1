import type { OperatorId } from '@tern/base/ids';
import { problem } from '@tern/contracts/problem';
import { findInvited, type HeldInvitation } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { readInvitationCode } from './invitation-code.ts';

/** What an invited person holds: the token of the link, and where two operators invited, the code the other one gave them. */
export type Invitation = { readonly token: string; readonly code?: string | undefined };

/**
 * Whom an invitation is for. Neither of the two operators who invited somebody knows both halves, so that neither enrols in
 * that person's place. Throws `ENROLMENT_OVER` and `ENROLMENT_CODE_WRONG`.
 */
export async function checkInvitation(
  { db, clock }: Pick<ConsoleAccessDeps, 'db' | 'clock'>,
  { token, code = '' }: Invitation,
): Promise<{ readonly operatorId: OperatorId; readonly held: HeldInvitation }> {
  const held = { token, code: readInvitationCode(code) };
  const invited = await findInvited(db.kysely, held, clock.now());
  if (invited === undefined) throw problem('ENROLMENT_OVER');
  if (!invited.isCodeRight) throw problem('ENROLMENT_CODE_WRONG');
  return { operatorId: invited.operatorId, held };
}
