import { asClosed } from './as-closed.ts';
import { fromBase64Url, toBase64Url } from './bytes.ts';

/** What the server says of a passkey to be made. Bytes are base64url. */
export type WantedPasskey = {
  readonly challenge: string;
  readonly relyingParty: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string };
  /** COSE numbers, best first. */
  readonly algorithms: readonly number[];
  /** Those that must not be made a second time. */
  readonly known: readonly { readonly id: string; readonly transports?: readonly string[] }[];
  readonly timeoutMs: number;
};

/** A new passkey, as the server reads it. Bytes are base64url. */
export type MadePasskey = {
  credentialId: string;
  clientDataJson: string;
  attestationObject: string;
  transports: string[];
};

/**
 * Has this device make a passkey; undefined when the person closed the window, `known` when it has one of those already.
 * Source: WebAuthn Level 2.
 */
export async function makePasskey(wanted: WantedPasskey): Promise<MadePasskey | 'known' | undefined> {
  const { id, name } = wanted.user;
  const credential = await navigator.credentials
    .create({
      publicKey: {
        challenge: fromBase64Url(wanted.challenge),
        rp: wanted.relyingParty,
        user: { id: fromBase64Url(id), name, displayName: name },
        pubKeyCredParams: wanted.algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
        excludeCredentials: wanted.known.map((known) => ({
          type: 'public-key' as const,
          id: fromBase64Url(known.id),
          ...(known.transports === undefined ? {} : { transports: known.transports as AuthenticatorTransport[] }),
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        timeout: wanted.timeoutMs,
      },
    })
    .catch((error: unknown) =>
      error instanceof DOMException && error.name === 'InvalidStateError' ? ('known' as const) : asClosed(error),
    );
  if (credential === 'known') return credential;
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    credentialId: toBase64Url(credential.rawId),
    clientDataJson: toBase64Url(response.clientDataJSON),
    attestationObject: toBase64Url(response.attestationObject),
    transports: response.getTransports(),
  };
}
