import { createECDH, randomUUID } from 'node:crypto';
import { problem } from '@tern/contracts/problem';
import type { Database } from '@tern/db/database';
import type { ApiSession } from '../../platform/api-context.ts';
import { readListedUrl } from '../../platform/read-listed-url.ts';
import { changeAccount } from '../sessions/public.ts';
import { replaceSubscription } from './push-store.ts';

/**
 * Has this session's device told of messages while the app is closed. The endpoint has to be one of the push `services`.
 * @throws problem INPUT_INVALID for any other, and for keys that are none.
 */
export async function subscribe(
  { db, services }: { readonly db: Database; readonly services: readonly string[] },
  session: ApiSession,
  asked: { readonly endpoint: string; readonly p256dh: string; readonly auth: string; readonly hideAmounts: boolean },
): Promise<void> {
  const url = readListedUrl(asked.endpoint, services);
  if (url === undefined) throw invalid('endpoint', 'one of the push services of this installation');
  const p256dh = Buffer.from(asked.p256dh, 'base64url');
  const auth = Buffer.from(asked.auth, 'base64url');
  if (auth.length !== 16) throw invalid('auth', '16 bytes');
  if (p256dh.length !== 65 || !isPoint(p256dh)) throw invalid('p256dh', 'a point of P-256');
  await changeAccount(db, session, (tx) =>
    replaceSubscription(tx, {
      id: randomUUID(),
      personId: session.personId,
      sessionId: session.sessionId,
      endpoint: url.href,
      p256dh,
      auth,
      hideAmounts: asked.hideAmounts,
    }),
  );
}

function isPoint(key: Buffer): boolean {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(key);
    return true;
  } catch {
    return false;
  }
}

function invalid(path: string, rule: string): Error {
  return problem('INPUT_INVALID', { fields: [{ path, rule }] });
}
