import { asClosed } from './as-closed.ts';
import { fromBase64Url, toBase64Url } from './bytes.ts';

/** What the server wants signed. Bytes are base64url. */
export type PasskeyQuestion = {
  readonly challenge: string;
  readonly relyingPartyId: string;
  readonly timeoutMs: number;
};

/** What a passkey said, as the server reads it. Bytes are base64url. */
export type UsedPasskey = {
  credentialId: string;
  clientDataJson: string;
  authenticatorData: string;
  signature: string;
};

/** Has a passkey of the person's choice sign; undefined when they closed the browser's window. Source: WebAuthn Level 2. */
export async function signByPasskey(question: PasskeyQuestion): Promise<UsedPasskey | undefined> {
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge: fromBase64Url(question.challenge),
        rpId: question.relyingPartyId,
        timeout: question.timeoutMs,
        userVerification: 'required',
      },
    })
    .catch(asClosed);
  if (!(credential instanceof PublicKeyCredential)) return undefined;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    credentialId: toBase64Url(credential.rawId),
    clientDataJson: toBase64Url(response.clientDataJSON),
    authenticatorData: toBase64Url(response.authenticatorData),
    signature: toBase64Url(response.signature),
  };
}
