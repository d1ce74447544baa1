import { createPublicKey, verify } from 'node:crypto';
import { decodeBase58 } from '@tern/tron/base58';
import { z } from 'zod';

const claims = z.object({
  iss: z.string().startsWith('did:key:z'),
  aud: z.string(),
  sub: z.string().min(1),
  iat: z.int(),
  exp: z.int(),
});

/** Who connects, by a token that is signed, meant for this relay and not expired; `undefined` otherwise. */
export function readToken(token: string, audience: string, nowSeconds: number): string | undefined {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.');
  const parsed = claims.safeParse(decode(payload));
  if (rest.length > 0 || !parsed.success) return undefined;
  const { iss, aud, exp, iat } = parsed.data;
  const bytes = decodeBase58(iss.slice('did:key:z'.length));
  if (bytes?.length !== 34 || bytes[0] !== 0xed || bytes[1] !== 1) return undefined;
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(2)]),
    format: 'der',
    type: 'spki',
  });
  const isSigned = verify(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url'));
  // Clocks of clients may be two minutes off.
  const isCurrent = iat <= nowSeconds + 120 && exp > nowSeconds - 120;
  return isSigned && isCurrent && aud === audience ? iss : undefined;
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
