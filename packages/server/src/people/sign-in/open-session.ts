import { assert } from '@tern/base/assert';
import { newOrderedId, type PersonId, type SessionId } from '@tern/base/ids';
import type { DbTx } from '@tern/db/database';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { type HeldCredentials, type IdentityDeps, insertDevice, getPerson } from '../accounts/public.ts';
import { findAuthenticator } from '../factors/public.ts';
import { endSession, insertSession } from '../sessions/public.ts';

/** What a person has just proven. A passkey verifies its owner itself and is bound to our address: it stands alone. */
export type Proof = 'password' | 'code' | 'authenticator' | 'remembered-device' | 'passkey';

export type OpenedSession = {
  readonly personId: PersonId;
  readonly sessionId: SessionId;
  readonly deviceId: string;
  /** For the cookie; nobody can read it again. */
  readonly token: string;
  /** Given when the device is new. */
  readonly deviceToken: string | undefined;
};

/**
 * The only way into the house: every sign-in and registration ends here. Always a new token; the browser's former
 * session ends. Asserts that the proofs are the ones the person's enrolled factors demand.
 */
export async function openSession(
  tx: DbTx,
  deps: Pick<IdentityDeps, 'clock' | 'settings'>,
  input: {
    /** Held since the first statement of this transaction. */
    readonly credentials: HeldCredentials;
    readonly proofs: readonly Proof[];
    readonly device: { readonly knownId: string } | { readonly registering: boolean };
    readonly origin: RequestOrigin;
    readonly formerSessionId: SessionId | undefined;
  },
): Promise<OpenedSession> {
  const { settings } = deps;
  const now = deps.clock.now();
  const { proofs, origin } = input;
  const { personId } = input.credentials;
  await assertSufficient(tx, personId, proofs);
  if (input.formerSessionId !== undefined) await endSession(tx, input.formerSessionId, { reason: 'replaced', now });

  const device: { readonly id: string; readonly token?: string } =
    'knownId' in input.device
      ? { id: input.device.knownId }
      : await insertDevice(tx, {
          personId,
          userAgent: origin.userAgent,
          registered: input.device.registering,
          now,
          rememberedUntil: new Date(now.getTime() + settings.deviceRememberedMs),
        });
  const sessionId = newOrderedId<SessionId>(now.getTime());
  const token = newToken();
  const absoluteUntil = new Date(now.getTime() + settings.sessionAbsoluteMs);
  await insertSession(tx, {
    ...origin,
    id: sessionId,
    idHash: hashToken(token),
    personId,
    deviceId: device.id,
    proofs,
    now,
    absoluteUntil,
  });
  return { personId, sessionId, deviceId: device.id, token, deviceToken: device.token };
}

async function assertSufficient(tx: DbTx, personId: PersonId, proofs: readonly Proof[]): Promise<void> {
  const { state } = await getPerson(tx, personId);
  assert(state === 'active', 'a disabled person gets no session');
  if (proofs.includes('passkey')) return;
  const hasAuthenticator = (await findAuthenticator(tx, personId)) !== undefined;
  const second: Proof = hasAuthenticator ? 'authenticator' : 'code';
  assert(proofs.includes('password'), 'a session needs the password');
  assert(proofs.includes(second) || proofs.includes('remembered-device'), 'a session needs the enrolled second factor');
}
