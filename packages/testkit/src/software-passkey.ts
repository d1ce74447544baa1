import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { assert } from '@tern/base/assert';

const flags = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

export type PasskeyChanges = {
  readonly origin?: string;
  readonly relyingParty?: string;
  readonly type?: string;
  readonly verified?: boolean;
  readonly signCount?: number;
};

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** A key to be made again elsewhere: what `kept` gave before. */
export type KeptPasskey = { readonly privateKey: string; readonly credentialId: string };

export type SoftwarePasskey = ReturnType<typeof softwarePasskey>;

/** A passkey in software for one address: real P-256 keys and signatures, without anybody's finger. */
export function softwarePasskey(publicUrl: string, kept?: KeptPasskey) {
  const { hostname, origin } = new URL(publicUrl);
  const privateKey =
    kept === undefined
      ? generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey
      : createPrivateKey(kept.privateKey);
  const publicKey = createPublicKey(privateKey);
  const { x, y } = publicKey.export({ format: 'jwk' });
  assert(x !== undefined && y !== undefined, 'an EC key has two coordinates');
  const credentialId = kept === undefined ? randomBytes(32) : Buffer.from(kept.credentialId, 'base64url');
  // COSE: EC2 key, ES256, P-256, both coordinates.
  const coseKey = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  let count = 0;

  const clientData = (type: string, challenge: string, changes: PasskeyChanges): Buffer =>
    Buffer.from(
      JSON.stringify({ type: changes.type ?? type, challenge, origin: changes.origin ?? origin, crossOrigin: false }),
    );
  const head = (changes: PasskeyChanges, more: number): Buffer => {
    const bytes = Buffer.alloc(37);
    sha256(changes.relyingParty ?? hostname).copy(bytes);
    bytes.writeUInt8(flags.present | (changes.verified === false ? 0 : flags.verified) | more, 32);
    bytes.writeUInt32BE(changes.signCount ?? count, 33);
    return bytes;
  };

  return {
    coseKey,
    /** For a file, so that another process goes on with this key. */
    kept: (): KeptPasskey => ({
      privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      credentialId: credentialId.toString('base64url'),
    }),
    /** What a browser hands in when the passkey is made. */
    make: (challenge: string, changes: PasskeyChanges = {}) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const data = Buffer.concat([head(changes, flags.attested), Buffer.alloc(16), length, credentialId, coseKey]);
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.of(data.length),
        data,
      ]);
      return {
        credentialId: credentialId.toString('base64url'),
        clientDataJson: clientData('webauthn.create', challenge, changes).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      };
    },
    /** What a browser hands in when it is used. */
    use: (challenge: string, changes: PasskeyChanges = {}) => {
      // Where several processes hold one key it counts nothing, as synced passkeys do.
      if (kept === undefined) count += 1;
      const client = clientData('webauthn.get', challenge, changes);
      const data = head(changes, 0);
      return {
        credentialId: credentialId.toString('base64url'),
        clientDataJson: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
      };
    },
  };
}
