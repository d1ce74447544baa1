import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';

/** The other end of a connection has no certificate, or one that is not let in. Nothing was sent to it. */
export class PinFault extends Error {
  override name = 'PinFault';
}

/** A private key and the certificate over its public half, both as PEM. */
export type Identity = { readonly keyPem: string; readonly certificatePem: string };

/** SHA-256 of a certificate's SubjectPublicKeyInfo, base64url: 43 letters, digits, hyphens and underscores. */
export function pinOf(certificate: X509Certificate): string {
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(spki).digest('base64url');
}

/**
 * What is wrong with the certificate that the other end has shown, in words; undefined where it is one of `pins` and valid
 * now. No authority vouches for it: the pin does. That the other end has the key, the handshake of TLS 1.3 has shown.
 */
export function findCertificateFault(
  certificate: X509Certificate | undefined,
  { pins, nowMs }: { readonly pins: readonly string[]; readonly nowMs: number },
): string | undefined {
  if (certificate === undefined) return 'it has no certificate';
  const pin = pinOf(certificate);
  if (!pins.includes(pin)) return `no pin is ${pin}`;
  if (nowMs < certificate.validFromDate.getTime()) return `its certificate begins ${certificate.validFrom}`;
  if (nowMs >= certificate.validToDate.getTime()) return `its certificate ended ${certificate.validTo}`;
  return undefined;
}

/**
 * Reads a file of two PEM blocks: a private key, and the certificate over it.
 * @throws Error with a sentence that repeats nothing of the file
 */
export function readIdentity(pem: string): Identity {
  const block = (kind: string): string => {
    const [found, another] = pem.match(new RegExp(`-----BEGIN ${kind}-----[^-]+-----END ${kind}-----`, 'g')) ?? [];
    if (found === undefined || another !== undefined) throw new Error(`it has to hold one ${kind} as PEM`);
    return `${found}\n`;
  };
  const [keyPem, certificatePem] = [block('PRIVATE KEY'), block('CERTIFICATE')];
  if (!isPair(keyPem, certificatePem)) throw new Error('its certificate is not over its private key');
  return { keyPem, certificatePem };
}

function isPair(keyPem: string, certificatePem: string): boolean {
  try {
    return new X509Certificate(certificatePem).checkPrivateKey(createPrivateKey(keyPem));
  } catch {
    return false;
  }
}
