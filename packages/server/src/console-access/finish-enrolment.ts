import { randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import { hashToken, type RequestOrigin } from '../identity/public.ts';
import { findOperatorById, recordOperatorAction } from '../operators/public.ts';
import { closeInvitation, findInvited, insertPasskey, takeCeremony } from './access-store.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { openConsoleSession } from './open-console-session.ts';
import { checkMadePasskey, type MadePasskey } from './passkey-answer.ts';

/**
 * Enrols the passkey a browser made and signs its operator in. The invitation is used up by it. Throws `ENROLMENT_OVER`,
 * and `PASSKEY_REFUSED` also for a key that is enrolled already, under whatever name.
 */
export async function finishEnrolment(
  deps: ConsoleAccessDeps,
  input: {
    readonly token: string;
    readonly ceremonyId: string;
    readonly passkey: MadePasskey;
    readonly origin: RequestOrigin;
  },
): Promise<string> {
  const { db, clock, settings } = deps;
  const tokenHash = hashToken(input.token);
  const operatorId = await findInvited(db.kysely, tokenHash, clock.now());
  if (operatorId === undefined) throw problem('ENROLMENT_OVER');
  const wanted = { id: input.ceremonyId, purpose: 'enrol', operatorId } as const;
  const taken = await takeCeremony(db.kysely, wanted, clock.now());
  if (taken === undefined) throw problem('PASSKEY_REFUSED');
  const made = await checkMadePasskey(input.passkey, { settings, challenge: taken.challenge });

  return transact(db, async (tx) => {
    const operator = await findOperatorById(tx, operatorId);
    if (operator === undefined || operator.disabledAt !== null) throw problem('ENROLMENT_OVER');
    if (!(await closeInvitation(tx, tokenHash))) throw problem('ENROLMENT_OVER');
    const passkey = {
      id: randomUUID(),
      operatorId,
      credentialId: Buffer.from(made.credential.id, 'base64url'),
      publicKey: Buffer.from(made.credential.publicKey),
      signCount: made.credential.counter,
      transports: input.passkey.transports,
    };
    if (!(await insertPasskey(tx, passkey))) throw problem('PASSKEY_REFUSED');
    const details = { ip: input.origin.ip };
    await recordOperatorAction(tx, { operatorId, kind: 'operator-passkey-added', subject: passkey.id, details });
    return openConsoleSession(tx, deps, { passkey, origin: input.origin });
  });
}
