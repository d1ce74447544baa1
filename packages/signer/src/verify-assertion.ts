import { createHash, timingSafeEqual, verify } from 'node:crypto';
import { SignerRefusal } from '@tern/tron/signer-fault';
import type { Assertion } from '@tern/tron/signer-protocol';
import { publicKeyOf, type OperatorKey } from './policy-document.ts';

const flags = { userPresent: 0x01, userVerified: 0x04, attestedData: 0x40, extensionData: 0x80 } as const;
const bareBytes = 37;

/**
 * Checks a WebAuthn assertion over `challenge` by an enrolled key as WebAuthn Level 3, 7.2 asks: type, challenge, origin,
 * relying party, presence and verification of the person, counter, signature. Returns the counter.
 * @throws SignerRefusal `assertion-refused`
 */
export function verifyAssertion(
  assertion: Assertion,
  expected: {
    readonly key: OperatorKey;
    /** base64url */
    readonly challenge: string;
    /** The highest counter this credential has shown. */
    readonly lastCount: number;
  },
): number {
  const { key, challenge, lastCount } = expected;
  const clientData = Buffer.from(assertion.clientDataJson, 'base64url');
  checkClientData(clientData, { challenge, origin: key.origin });

  const data = Buffer.from(assertion.authenticatorData, 'base64url');
  if (data.length < bareBytes) throw refused('authenticator data too short');
  const rpIdHash = createHash('sha256').update(key.rpId).digest();
  if (!timingSafeEqual(data.subarray(0, 32), rpIdHash)) throw refused('another relying party');
  const flag = data.readUInt8(32);
  if ((flag & flags.userPresent) === 0) throw refused('nobody was present');
  if ((flag & flags.userVerified) === 0) throw refused('the person was not verified');
  // An assertion attests no new credential, and has bytes after the counter only with extensions.
  if ((flag & flags.attestedData) !== 0) throw refused('attested data in an assertion');
  if (data.length > bareBytes && (flag & flags.extensionData) === 0) throw refused('unknown bytes');

  const count = data.readUInt32BE(33);
  // Authenticators without a counter always say 0; one that went backwards was copied.
  if ((count > 0 || lastCount > 0) && count <= lastCount) throw refused('the counter did not grow');

  const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()]);
  const digest = key.algorithm === 'ES256' ? 'sha256' : null;
  const signature = Buffer.from(assertion.signature, 'base64url');
  if (!verify(digest, signed, publicKeyOf(key), signature)) throw refused('wrong signature');
  return count;
}

function checkClientData(bytes: Buffer, { challenge, origin }: { challenge: string; origin: string }): void {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw refused('client data is not JSON');
  }
  if (typeof parsed !== 'object' || parsed === null) throw refused('client data is not an object');
  const members = parsed as Readonly<Record<string, unknown>>;
  if (members['type'] !== 'webauthn.get') throw refused('not an assertion');
  if (members['challenge'] !== challenge) throw refused('another challenge');
  if (members['origin'] !== origin) throw refused('another origin');
  if (members['crossOrigin'] === true || members['topOrigin'] !== undefined) throw refused('asked from inside a frame');
}

function refused(detail: string): SignerRefusal {
  return new SignerRefusal('assertion-refused', detail);
}
