import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server';
import type { SessionId } from '@tern/base/ids';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import { transact } from '@tern/db/transact';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import {
  holdCredentials,
  type IdentityDeps,
  describeDevice,
  findDevice,
  getPerson,
  recordSecurityEvent,
} from '../accounts/public.ts';
import { findPasskey, notePasskeyUse, takeCeremony, type Passkey, relyingParty } from '../passkeys/public.ts';
import { openSession, type OpenedSession } from './open-session.ts';

/** What a browser answers when a passkey was used; all base64url. */
export type PasskeyAnswer = {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
};

/**
 * Signs in whoever holds a passkey and has shown its authenticator that it is them. It stands for password and second step
 * at sign-in, and for nothing else: transfers and changes ask for what they always ask. Throws `PASSKEY_REFUSED`.
 */
export async function logInByPasskey(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys'>,
  input: {
    readonly ceremonyId: string;
    readonly passkey: PasskeyAnswer;
    readonly origin: RequestOrigin;
    readonly deviceToken: string | null;
    readonly formerSessionId: SessionId | undefined;
  },
): Promise<OpenedSession> {
  const taken = { id: input.ceremonyId, personId: null, now: deps.clock.now() };
  const challenge = await takeCeremony(deps.db.kysely, taken);
  const passkey = await findPasskey(deps.db.kysely, Buffer.from(input.passkey.credentialId, 'base64url'));
  if (challenge === undefined || passkey === undefined) throw problem('PASSKEY_REFUSED');
  const signCount = await verify(deps, { answer: input.passkey, passkey, challenge });

  return transact(deps.db, async (tx) => {
    const now = deps.clock.now();
    const { personId, credentialsVersion: version } = passkey;
    const credentials = await holdCredentials(tx, { personId, version });
    if (credentials === undefined) throw problem('PASSKEY_REFUSED');
    const { origin } = input;
    const { state } = await getPerson(tx, personId);
    if (state !== 'active' || !(await notePasskeyUse(tx, { id: passkey.id, signCount, now })))
      throw problem('PASSKEY_REFUSED');
    const device =
      input.deviceToken === null ? undefined : await findDevice(tx, { personId, token: input.deviceToken, now });
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: device === undefined ? 'signed-in-new-device' : 'signed-in',
      origin,
      now,
      ...(device === undefined && {
        notice: {
          template: 'notice-new-device' as const,
          values: toWire({ at: now, device: describeDevice(origin.userAgent), ip: origin.ip }),
        },
      }),
    });
    return openSession(tx, deps, {
      credentials,
      proofs: ['passkey'],
      device: device === undefined ? { registering: false } : { knownId: device.id },
      origin,
      formerSessionId: input.formerSessionId,
    });
  });
}

async function verify(
  { settings }: Pick<IdentityDeps, 'settings'>,
  {
    answer,
    passkey,
    challenge,
  }: { readonly answer: PasskeyAnswer; readonly passkey: Passkey; readonly challenge: Buffer },
): Promise<number> {
  const { id, origin } = relyingParty(settings);
  const response: AuthenticationResponseJSON = {
    id: answer.credentialId,
    rawId: answer.credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: answer.clientDataJson,
      authenticatorData: answer.authenticatorData,
      signature: answer.signature,
    },
  };
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.signCount,
      },
    });
    if (verified) return authenticationInfo.newCounter;
  } catch {
    // Whatever does not fit is said by throwing; a person's browser is told one thing.
  }
  throw problem('PASSKEY_REFUSED');
}
