import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '@tern/base/clock';
import { SignerRefusal } from '@tern/tron/signer-fault';
import { signerHeaders, signRequest } from '@tern/tron/signer-protocol';

export type Authenticate = (request: {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}) => void;

/** How far a request's time may be from ours; both processes share one machine and its clock. */
const windowMs = 30_000;

/** A check that throws `not-authenticated` unless the request is whole, of our secret, of now, and never seen before. */
export function makeAuthenticate({
  secret,
  clock,
}: {
  readonly secret: Uint8Array;
  readonly clock: Clock;
}): Authenticate {
  const seen = new Map<string, number>();
  return ({ path, headers, body }) => {
    const nowMs = clock.nowMs();
    const timeMs = Number(headers[signerHeaders.time]);
    const nonce = String(headers[signerHeaders.nonce]);
    const mac = String(headers[signerHeaders.mac]);
    if (!/^[0-9a-f]{32}$/.test(nonce) || !/^[0-9a-f]{64}$/.test(mac)) throw refused('no seal');
    const epoch = headers[signerHeaders.epoch];
    const expected = signRequest(secret, {
      path,
      timeMs,
      nonce,
      body,
      epoch: epoch === undefined ? epoch : String(epoch),
    });
    if (!timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(mac, 'hex'))) throw refused('wrong seal');
    // Said only to who has the secret: the two clocks have to be brought together.
    if (!(Math.abs(nowMs - timeMs) <= windowMs))
      throw refused(`not of now: the clocks differ by ${Math.round((timeMs - nowMs) / 1_000)} s`);
    if (seen.has(nonce)) throw refused('seen before');
    for (const [old, expiresMs] of seen) if (expiresMs < nowMs) seen.delete(old);
    seen.set(nonce, timeMs + 2 * windowMs);
  };
}

function refused(detail: string): SignerRefusal {
  return new SignerRefusal('not-authenticated', detail);
}
