import { randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { enrolPasskey, takeCeremony } from './access-store.ts';
import { checkInvitation, type Invitation } from './check-invitation.ts';
import type { ConsoleAccessDeps } from './console-settings.ts';
import { openConsoleSession } from './open-console-session.ts';
import { checkMadePasskey, type MadePasskey } from './passkey-answer.ts';

/**
 * Enrols the passkey a browser made and signs its operator in. The invitation is used up by it. Throws `ENROLMENT_OVER`,
 * `ENROLMENT_CODE_WRONG`, and `PASSKEY_REFUSED` also for a key that is enrolled already, under whatever name.
 */
export async function finishEnrolment(
  deps: ConsoleAccessDeps,
  input: Invitation & {
    readonly ceremonyId: string;
    readonly passkey: MadePasskey;
    readonly origin: RequestOrigin;
  },
): Promise<string> {
  const { db, clock, settings } = deps;
  const { operatorId, held } = await checkInvitation(deps, input);
  const wanted = { id: input.ceremonyId, purpose: 'enrol', operatorId } as const;
  const taken = await takeCeremony(db.kysely, wanted, clock.now());
  if (taken === undefined) throw problem('PASSKEY_REFUSED');
  const made = await checkMadePasskey(input.passkey, { settings, challenge: taken.challenge });

  return transact(db, async (tx) => {
    const passkey = {
      id: randomUUID(),
      credentialId: Buffer.from(made.credential.id, 'base64url'),
      publicKey: Buffer.from(made.credential.publicKey),
      signCount: made.credential.counter,
      transports: input.passkey.transports,
    };
    const outcome = await enrolPasskey(tx, { invitation: held, passkey, details: { ip: input.origin.ip } });
    if (outcome === 'over') throw problem('ENROLMENT_OVER');
    if (outcome === 'known') throw problem('PASSKEY_REFUSED');
    return openConsoleSession(tx, deps, { passkey: { ...passkey, operatorId }, origin: input.origin });
  });
}
