import { createHmac, timingSafeEqual } from 'node:crypto';

/** How far the moment of signing may be from now: a caught report cannot be sent again later. */
const secondsMax = 300;

/**
 * Whether `X-Report-Signature` is right: `t=<seconds since 1970>,v1=<hex>`, where v1 is the HMAC-SHA256, with the secret, of
 * `<t>.<address>.<body>`; the address is path and query of the request, so that a report for one provider is none for another. Pure.
 */
export function verifyReportSignature(request: {
  readonly secret: string;
  readonly address: string;
  readonly body: string;
  readonly signature: string;
  readonly now: Date;
}): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(request.signature);
  if (match === null) return false;
  const [, moment = '', given = ''] = match;
  if (Math.abs(request.now.getTime() / 1000 - Number(moment)) > secondsMax) return false;
  const right = createHmac('sha256', request.secret)
    .update(`${moment}.${request.address}.${request.body}`, 'utf8')
    .digest();
  return timingSafeEqual(right, Buffer.from(given, 'hex'));
}
