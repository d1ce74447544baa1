import { randomUUID } from 'node:crypto';
import { verifyRegistrationResponse, type RegistrationResponseJSON } from '@simplewebauthn/server';
import { toWire } from '@tern/base/to-wire';
import { problem } from '@tern/contracts/problem';
import type { ApiSession } from '../../platform/api-context.ts';
import type { RequestOrigin } from '../../platform/limits/public.ts';
import { notifyPeople } from '../../platform/live/public.ts';
import { type IdentityDeps, describeDevice, recordSecurityEvent } from '../accounts/public.ts';
import { holdAfterSetUp } from '../factors/public.ts';
import { makeStopLink } from '../safeguards/public.ts';
import { changeAccount } from '../sessions/public.ts';
import { countPasskeys, insertPasskey, takeCeremony } from './passkey-store.ts';
import { cleanPasskeyName, passkeyAlgorithms, passkeysMax, relyingParty } from './passkey.ts';

/** What a browser answers when a passkey was made; all base64url. */
export type NewPasskey = {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
};

/**
 * Adds the passkey a browser made. It counts as a factor that was set up: a notice with a link to stop it, and a hold as
 * for any other. Throws `PASSKEY_REFUSED`, `PASSKEY_KNOWN` or `PASSKEYS_FULL`.
 */
export async function addPasskey(
  deps: Pick<IdentityDeps, 'db' | 'clock' | 'settings' | 'keys'>,
  input: {
    readonly session: ApiSession;
    readonly ceremonyId: string;
    readonly name: string;
    readonly passkey: NewPasskey;
    readonly origin: RequestOrigin;
  },
): Promise<void> {
  const { personId } = input.session;
  const taken = { id: input.ceremonyId, personId, now: deps.clock.now() };
  const challenge = await takeCeremony(deps.db.kysely, taken);
  if (challenge === undefined) throw problem('PASSKEY_REFUSED');
  const made = await verify(deps, input.passkey, challenge);

  await changeAccount(deps.db, input.session, async (tx) => {
    const now = deps.clock.now();
    if ((await countPasskeys(tx, personId)) >= passkeysMax) throw problem('PASSKEYS_FULL');
    const inserted = await insertPasskey(tx, {
      id: randomUUID(),
      personId,
      credentialId: Buffer.from(made.credential.id, 'base64url'),
      publicKey: Buffer.from(made.credential.publicKey),
      signCount: made.credential.counter,
      transports: input.passkey.transports,
      synced: made.credentialBackedUp,
      name: cleanPasskeyName(input.name, describeDevice(input.origin.userAgent)),
      createdAt: now,
    });
    if (!inserted) throw problem('PASSKEY_KNOWN');
    await holdAfterSetUp(tx, deps, input.session);
    await recordSecurityEvent(tx, deps, {
      personId,
      kind: 'passkey-added',
      origin: input.origin,
      now,
      notice: {
        template: 'notice-passkey-added',
        values: toWire({ at: now, link: await makeStopLink(tx, deps, { personId, now }) }),
      },
    });
    await notifyPeople(tx, [{ personId, topic: 'account' }]);
  });
}

async function verify({ settings }: Pick<IdentityDeps, 'settings'>, passkey: NewPasskey, challenge: Buffer) {
  const { id, origin } = relyingParty(settings);
  const response: RegistrationResponseJSON = {
    id: passkey.credentialId,
    rawId: passkey.credentialId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: passkey.clientDataJson, attestationObject: passkey.attestationObject },
  };
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (verified) return registrationInfo;
  } catch {
    // Whatever does not fit is said by throwing; a person's browser is told one thing.
  }
  throw problem('PASSKEY_REFUSED');
}
