import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export type CredentialOptions = {
  readonly operator: string;
  readonly algorithm?: 'ES256' | 'EdDSA';
  readonly rpId?: string;
  readonly origin?: string;
};

/** What a test may change about an assertion, to see it refused. */
export type AssertionChanges = {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly rpId?: string;
  /** User present 0x01, user verified 0x04. */
  readonly flags?: number;
  readonly signCount?: number;
  readonly extraBytes?: Uint8Array;
};

/** A security key in software: real keys and real signatures, without a person's finger. */
export function createAuthenticator({
  operator,
  algorithm = 'ES256',
  rpId = 'console.example.com',
  origin = `https://${rpId}`,
}: CredentialOptions) {
  const { publicKey, privateKey } =
    algorithm === 'ES256' ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) : generateKeyPairSync('ed25519');
  const credentialId = randomBytes(32).toString('base64url');
  let count = 0;
  return {
    /** What an operator hands in to be enrolled. */
    credential: {
      operator,
      credentialId,
      algorithm,
      publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
      rpId,
      origin,
    },
    /** Signs a challenge (base64url) as `navigator.credentials.get` would have it signed. */
    assert: (challenge: string, changes: AssertionChanges = {}) => {
      count += 1;
      const clientData = Buffer.from(
        JSON.stringify({
          type: changes.type ?? 'webauthn.get',
          challenge: changes.challenge ?? challenge,
          origin: changes.origin ?? origin,
          crossOrigin: changes.crossOrigin ?? false,
        }),
      );
      const counter = Buffer.alloc(4);
      counter.writeUInt32BE(changes.signCount ?? count);
      const data = Buffer.concat([
        createHash('sha256')
          .update(changes.rpId ?? rpId)
          .digest(),
        Buffer.of(changes.flags ?? 0x05),
        counter,
        changes.extraBytes ?? new Uint8Array(),
      ]);
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
      return {
        credentialId,
        authenticatorData: data.toString('base64url'),
        clientDataJson: clientData.toString('base64url'),
        signature: sign(algorithm === 'ES256' ? 'sha256' : null, signed, privateKey).toString('base64url'),
      };
    },
  };
}
