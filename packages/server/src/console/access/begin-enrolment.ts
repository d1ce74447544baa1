import { randomBytes, randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import { findOperatorById, type Operator } from '../../people/operators/public.ts';
import { insertCeremony, listCredentialIds } from './access-store.ts';
import { checkInvitation, type Invitation } from './check-invitation.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { passkeyAlgorithms, relyingParty } from './passkey-answer.ts';

/** What the browser needs to have an operator's passkey made; bytes as base64url. */
export type BegunEnrolment = {
  readonly operator: Operator;
  readonly ceremonyId: string;
  readonly challenge: string;
  readonly relyingParty: { readonly id: string; readonly name: string };
  readonly userId: string;
  readonly algorithms: number[];
  readonly known: string[];
  readonly timeoutMs: number;
};

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
  const { id, name } = relyingParty(settings);
  return {
    operator,
    ceremonyId,
    challenge: challenge.toString('base64url'),
    relyingParty: { id, name },
    userId: Buffer.from(operator.id.replaceAll('-', ''), 'hex').toString('base64url'),
    algorithms: [...passkeyAlgorithms],
    known: [...(await listCredentialIds(db.kysely))],
    timeoutMs: settings.ceremonyMs,
  };
}
