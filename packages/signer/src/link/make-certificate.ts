import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Identity } from '@tern/base/pinned-certificate';

/** `from` is the first moment of its validity, `to` the first one after. */
export type CertificateTerm = { readonly from: Date; readonly to: Date };

/**
 * Makes an Ed25519 key and a certificate that it signs itself (X.509 version 3, RFC 5280 and 8410). `name` is for people who
 * look at it: letters, digits and spaces. Others trust it by its pin alone.
 */
export function makeCertificate(name: string, { from, to }: CertificateTerm): Identity {
  if (!/^[A-Za-z0-9 ]{1,64}$/.test(name)) throw new Error('a name of letters, digits and spaces');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  // Of a new key nobody else has signed anything, so the number only has to be positive.
  const serial = element(0x02, Buffer.concat([Buffer.of(0x01), randomBytes(15)]));
  const distinguished = sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(name)))));
  const toBeSigned = sequence(
    element(0xa0, element(0x02, Buffer.of(2))),
    serial,
    ed25519,
    distinguished,
    sequence(time(from), time(to)),
    distinguished,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(basicConstraints, keyUsage, extendedKeyUsage)),
  );
  const signature = element(0x03, Buffer.concat([Buffer.of(0), sign(null, toBeSigned, privateKey)]));
  const certificate = sequence(toBeSigned, ed25519, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/g) ?? [];
  return {
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One element of DER: tag, length, content. */
function element(tag: number, content: Uint8Array): Buffer {
  const { length } = content;
  const head = length < 0x80 ? [length] : length < 0x1_00 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...head), content]);
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function identifier(...bytes: readonly number[]): Buffer {
  return element(0x06, Buffer.of(...bytes));
}

/** As RFC 5280 asks: two digits for the year until 2049, four from then on; no fractions of a second. */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().slice(0, 19).replaceAll(/\D/g, '')}Z`;
  return at.getUTCFullYear() < 2050 ? element(0x17, Buffer.from(digits.slice(2))) : element(0x18, Buffer.from(digits));
}

/** An extension of X.509 (2.5.29.`number`). */
function extension(number: number, isCritical: boolean, content: Buffer): Buffer {
  const critical = isCritical ? [element(0x01, Buffer.of(0xff))] : [];
  return sequence(identifier(0x55, 0x1d, number), ...critical, element(0x04, content));
}

// 1.3.101.112, 2.5.4.3
const ed25519 = sequence(identifier(0x2b, 0x65, 0x70));
const commonName = identifier(0x55, 0x04, 0x03);
/** No authority: it signs nothing but itself. */
const basicConstraints = extension(19, true, sequence());
const keyUsage = extension(15, true, element(0x03, Buffer.of(7, 0x80)));
/** 1.3.6.1.5.5.7.3.1 and .2: a server's and a client's, because a signer is both. */
const usage = (last: number): Buffer => identifier(0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, last);
const extendedKeyUsage = extension(37, false, sequence(usage(1), usage(2)));
