import { connect, rootCertificates, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { publicUrl } from '@tern/config/addresses';
import type { Config } from '@tern/config/config';

export type CertificateVerdict = { readonly isTrusted: boolean; readonly sentence: string };

const answerMs = 10_000;
const dayMs = 86_400_000;
/** A certificate that is renewed by itself is renewed long before. */
const daysLeftMin = 14;

/** What a test replaces: the authorities, where the name leads, and the time. */
type Asking = {
  readonly authorities?: readonly string[];
  readonly at?: Pick<ConnectionOptions, 'host' | 'port'>;
  readonly now?: Date;
};

/**
 * Whether PUBLIC_URL answers with a certificate that browsers and phones everywhere trust: of an authority in Mozilla's list, for
 * this name, valid now and for two weeks more. What this machine trusts besides does not count. The local chain has no people from
 * outside, so nothing is asked there.
 */
export async function judgeCertificate(
  config: Pick<Config, 'publicUrl' | 'webPort' | 'tronNetwork'>,
  asking: Asking = {},
): Promise<CertificateVerdict> {
  const url = new URL(publicUrl(config));
  if (config.tronNetwork === 'local')
    return {
      isTrusted: true,
      sentence: `Not checked: TRON_NETWORK is local, and nobody outside uses ${url.origin}. Every other network needs a certificate that all browsers trust.`,
    };
  if (url.protocol !== 'https:') return no(url, 'does not begin with https:');
  try {
    return judgeDates(url, await readValidTo(url, asking), asking.now ?? new Date());
  } catch (error) {
    return no(url, sayFailure(error));
  }
}

function judgeDates(url: URL, validTo: Date, now: Date): CertificateVerdict {
  const days = Math.floor((validTo.getTime() - now.getTime()) / dayMs);
  if (days < daysLeftMin)
    return no(
      url,
      `has a certificate that ends in ${days} days, on ${validTo.toISOString()}. Renew it, and see why it did not renew itself`,
    );
  return {
    isTrusted: true,
    sentence: `${url.origin} has a certificate that public clients trust, until ${validTo.toISOString()}.`,
  };
}

const no = (url: URL, why: string): CertificateVerdict => ({ isTrusted: false, sentence: `${url.origin} ${why}.` });

/** Until when the certificate is valid; rejects where a public client would not go on. */
function readValidTo(url: URL, { authorities = rootCertificates, at }: Asking): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({
      host: url.hostname,
      port: url.port === '' ? 443 : Number(url.port),
      ...at,
      servername: url.hostname,
      ca: [...authorities],
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
      timeout: answerMs,
    });
    socket.once('timeout', () => socket.destroy(new Error('did not answer in ten seconds')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate();
      socket.end();
      resolve(new Date(validTo));
    });
  });
}

function sayFailure(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const said: Readonly<Record<string, string>> = {
    CERT_HAS_EXPIRED: 'has a certificate that has expired',
    CERT_NOT_YET_VALID: 'has a certificate that is not valid yet',
    ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that it signed itself, which no browser trusts',
    SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate of an authority that public clients do not know',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'does not send the whole chain of its certificate, or its authority is not known',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'has a certificate of an authority that public clients do not know',
  };
  return said[code ?? ''] ?? `cannot be reached from here: ${code ?? message}`;
}
