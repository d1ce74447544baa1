import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { problem } from '@tern/contracts/problem';
import type { ConsoleSettings } from './console-settings.ts';

/** What a browser answers when a passkey was made; all base64url. */
export type MadePasskey = {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
};

/** What a browser answers when a passkey was used; all base64url. */
export type UsedPasskey = {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
};

type Expected = { readonly settings: ConsoleSettings; readonly challenge: Buffer };

/** Ed25519 and ECDSA on P-256, by their COSE numbers: the two the signer takes as well. */
export const passkeyAlgorithms = [-8, -7];

/** Whom operators' passkeys are made for: the console's own address, never the wallet's. */
export function relyingParty({ consoleUrl, productName }: ConsoleSettings): {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(consoleUrl);
  return { id: hostname, name: productName, origin };
}

/** Checks a new passkey. Throws `PASSKEY_REFUSED`. */
export async function checkMadePasskey(
  passkey: MadePasskey,
  expected: Expected,
): Promise<NonNullable<VerifiedRegistrationResponse['registrationInfo']>> {
  const { verified, registrationInfo } = await refusing(
    verifyRegistrationResponse({
      response: {
        id: passkey.credentialId,
        rawId: passkey.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: passkey.clientDataJson, attestationObject: passkey.attestationObject },
      },
      ...expectations(expected),
      supportedAlgorithmIDs: passkeyAlgorithms,
    }),
  );
  if (!verified || registrationInfo === undefined) throw problem('PASSKEY_REFUSED');
  return registrationInfo;
}

/** Checks the use of an enrolled passkey; returns its counter, and whether it can be copied. Throws `PASSKEY_REFUSED`. */
export async function checkUsedPasskey(
  passkey: UsedPasskey,
  key: { readonly publicKey: Buffer; readonly signCount: number },
  expected: Expected,
): Promise<{ readonly signCount: number; readonly isSyncable: boolean }> {
  const { verified, authenticationInfo } = await refusing(
    verifyAuthenticationResponse({
      response: {
        id: passkey.credentialId,
        rawId: passkey.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: passkey.clientDataJson,
          authenticatorData: passkey.authenticatorData,
          signature: passkey.signature,
        },
      },
      ...expectations(expected),
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(key.publicKey), counter: key.signCount },
    }),
  );
  if (!verified) throw problem('PASSKEY_REFUSED');
  const { newCounter: signCount, credentialDeviceType } = authenticationInfo;
  return { signCount, isSyncable: credentialDeviceType === 'multiDevice' };
}

function expectations({ settings, challenge }: Expected) {
  const { id, origin } = relyingParty(settings);
  return {
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  };
}

/** Whatever does not fit, the library says by throwing; whoever asks is told one thing. */
async function refusing<Answer>(check: Promise<Answer>): Promise<Answer> {
  try {
    return await check;
  } catch {
    throw problem('PASSKEY_REFUSED');
  }
}
